for (const button of document.querySelectorAll(".sortable th button")) {
  button.addEventListener("click", () => {
    const head = button.closest("th"), table = head.closest("table"), body = table.tBodies[0];
    const column = head.cellIndex, up = head.getAttribute("aria-sort") !== "ascending";
    for (const other of head.parentNode.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = row => {
      const cell = row.cells[column];
      if (cell.dataset.sort !== undefined) return Number(cell.dataset.sort);
      const text = cell.textContent.trim();
      return cell.matches("th") && text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
    };
    const compare = (a, b) => {
      if (typeof a === "number" && typeof b === "number") return up ? a - b : b - a;
      if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
      return up ? a.localeCompare(b) : b.localeCompare(a);
    };
    body.append(...[...body.rows].map(row => [key(row), row]).sort((a, b) => compare(a[0], b[0])).map(pair => pair[1]));
  });
}
for (const filter of document.querySelectorAll(".filter")) {
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    for (const row of document.querySelectorAll("tr[data-card]")) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every(word => text.includes(word));
      const card = document.getElementById(row.dataset.card);
      if (card) card.hidden = row.hidden;
    }
  });
}
const tip = document.createElement("div");
tip.className = "tip";
tip.setAttribute("role", "status");
tip.hidden = true;
document.body.append(tip);
for (const title of document.querySelectorAll(".spot > title")) {
  title.parentNode.setAttribute("aria-label", title.textContent);
  title.remove();
}
const tell = event => {
  const spot = event.target.closest?.(".spot");
  tip.hidden = !spot;
  if (!spot) return;
  tip.textContent = spot.getAttribute("aria-label");
  const box = tip.getBoundingClientRect();
  const x = event.clientX + 14, y = event.clientY + 14;
  tip.style.left = Math.max(4, Math.min(x, innerWidth - box.width - 4)) + "px";
  tip.style.top = (y + box.height > innerHeight ? Math.max(4, event.clientY - box.height - 10) : y) + "px";
};
for (const kind of ["pointermove", "pointerdown"]) addEventListener(kind, tell);
addEventListener("scroll", () => { tip.hidden = true; }, { passive: true, capture: true });
addEventListener("beforeprint", () => { for (const fold of document.querySelectorAll("details")) fold.open = true; });

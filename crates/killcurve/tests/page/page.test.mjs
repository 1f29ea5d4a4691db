/** What a user does with the page, in a browser. */

import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { after, before, test } from "node:test";
import { ask, axeSource, folder, hasSite, headline, host, killcurve, launch, root, says, serve, type, visit, wrong } from "./desk.mjs";

const TITAN = `system = "space-infantry"
name = "Titan"
rounds = 4

[attacker]
name = "Heavy Weapons"
ap = 3 # three numbers are drawn
av_skill = 3

[target]
name = "Titan"
heavy_armor = true
dmg = 4
sp = 2
`;

let browser, server, dir;
before(async () => {
  dir = folder({ "titan.toml": TITAN, "deep/other.toml": TITAN });
  [browser, server] = await Promise.all([launch(), serve(dir)]);
});
after(async () => {
  await browser?.close();
  server?.stop();
});

/** The page with the file of the folder. */
async function titan(options) {
  const page = await visit(browser, server.address, options);
  await page.click("#start");
  await page.click(".files button:has-text('titan.toml')");
  await says(page, "Killed within 4 rounds: 94.60 %");
  return page;
}

const text = page => page.evaluate(async () => {
  const { project } = await import("./project.js");
  return project.files[project.active];
});

/** The processes of the server that live. */
const workers = () => fs.readdirSync("/proc").filter(id => {
  try {
    const [state, parent] = /^\d+$/.test(id) ? fs.readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1].split(" ") : [];
    return parent === String(server.child.pid) && state !== "Z";
  } catch {
    return false;
  }
}).length;

/** Waits until there are fewer processes than before. */
async function ended(busy, why) {
  assert.ok(busy > 0);
  for (let turn = 0; workers() >= busy && turn < 50; turn++) await new Promise(done => setTimeout(done, 100));
  assert.ok(workers() < busy, `the work goes on although ${why}`);
}

test("a slider changes the text and the answer, and undo takes it back", async () => {
  const page = await titan();
  const slider = page.locator("[data-path='target.dmg'] input[type=range]");
  const box = await slider.boundingBox();
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height / 2);
  await page.mouse.down();
  for (const share of [0.12, 0.14, 0.16]) await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
  await page.mouse.up();
  const dmg = Number(await slider.inputValue());
  assert.notEqual(dmg, 4);
  await page.waitForFunction(() => !document.querySelector(".said strong")?.textContent?.includes("94.60"));
  assert.match(await text(page), new RegExp(`dmg = ${dmg}\\n`));
  assert.match(await text(page), /ap = 3 # three numbers are drawn/);
  const alone = killcurve(["run", "titan.toml", "--set", `target.dmg=${dmg}`, "--out", folder()], dir).stdout;
  await says(page, /^(Killed|Never|Certainly).*$/m.exec(alone)[0]);
  await page.click("#undo");
  await says(page, "94.60 %");
  assert.equal(await text(page), TITAN);
  await page.click("#redo");
  await page.waitForFunction(() => !document.querySelector(".said strong")?.textContent?.includes("94.60"));
  await page.context().close();
});

test("typed text is answered, and a mistake is shown as the command line shows it", async () => {
  const page = await titan();
  await type(page, TITAN.replace("rounds = 4", "rounds = 2"));
  await says(page, "Killed within 2 rounds: 64.88 %");
  const broken = TITAN.replace("dmg = 4", "dgm = 4");
  await type(page, broken);
  const fault = await page.textContent(".faults .fault");
  const said = killcurve(["check", "titan.toml"], folder({ "titan.toml": broken })).stderr;
  const [, message] = /error: (.*)/.exec(said), [, line, column] = /:(\d+):(\d+)/.exec(said), [, help] = /help: (.*)/.exec(said);
  for (const part of [message, `Line ${line}, column ${column}`, help]) assert.ok(fault.includes(part), `${part} in ${fault}`);
  assert.ok((await page.locator(".paint .wrong").allTextContents()).includes("dgm"));
  await page.click(".faults .fault:has-text('`dgm`')");
  assert.equal(await page.evaluate(() => { const area = document.querySelector("textarea.code"); return area.value.slice(area.selectionStart, area.selectionEnd); }), "dgm");
  await type(page, TITAN);
  await says(page, "94.60 %");
  assert.equal(await page.locator(".faults .fault").count(), 0);
  await page.context().close();
});

test("a link holds all of the input and opens it again", async () => {
  const page = await titan();
  await type(page, TITAN.replace('name = "Titan"\nrounds', 'name = "A shared one ü 🎲"\nrounds'));
  await says(page, "A shared one");
  await page.click("#share");
  await page.waitForFunction(() => document.querySelector("textarea.link")?.value.includes("#s="));
  const link = await page.inputValue("textarea.link");
  const other = await visit(browser, link);
  await says(other, "A shared one ü 🎲");
  assert.equal(await text(other), await text(page));
  await page.context().close();
  await other.context().close();
});

test("pinned versions are compared as the command line compares them", async () => {
  const page = await titan();
  await page.click("button:has-text('Pin')");
  await type(page, TITAN.replace("ap = 3", "ap = 2"));
  await page.waitForFunction(() => !document.querySelector(".said strong")?.textContent?.includes("94.60"));
  await page.click("[data-tab=compare]");
  await says(page, "now compared with Titan");
  const two = folder({ "one.toml": TITAN, "two.toml": TITAN.replace("ap = 3", "ap = 2").replace('name = "Titan"\nrounds', 'name = "now"\nrounds') });
  const { comparisons } = JSON.parse(killcurve(["compare", "one.toml", "two.toml", "--format", "json"], two).stdout);
  const points = (100 * comparisons[0].quantities[3].difference).toFixed(3);
  await says(page, `${points} percentage points`);
  await page.context().close();
});

test("one field is swept as lines and two as a map", async () => {
  const page = await titan();
  await page.click("[data-tab=sweep]");
  await page.waitForSelector("#answers figure svg[aria-label*='ap']");
  await page.selectOption(".pickers >> nth=1 >> select", "target.dmg");
  await page.waitForSelector("#answers .heat");
  await page.click("button:has-text('Write into the scenario')");
  await page.waitForFunction(async () => (await import("./project.js")).project.files["titan.toml"].includes("[sweep]"));
  await page.context().close();
});

test("an attack is told die by die, and again with its own dice", async () => {
  const page = await titan();
  await page.click("[data-tab=story]");
  await page.waitForSelector(".story .round");
  const told = killcurve(["explain", "titan.toml", "--seed", "1"], dir).stdout;
  assert.equal((await page.textContent(".story")).trim(), told.trim());
  await page.click("summary:has-text('your own dice')");
  await page.fill("textarea.script", "attack 6 6 6\npenetration 6 6 6\n");
  await page.click("button:has-text('Tell it with these dice')");
  await says(page, "The target is destroyed in round 1.");
  await page.context().close();
});

test("a saved target is met by another attacker", async () => {
  const page = await titan();
  await page.click("[data-tab=targets]");
  await page.click("button:has-text('Save this target')");
  await says(page, "94.60 %");
  await page.context().close();
});

test("prices are sought with progress, and the search can be stopped", async () => {
  const page = await titan();
  await page.click("#start");
  await page.fill("input[type=search]", "rosters/space-infantry");
  await page.click(".samples button");
  await page.waitForSelector("#answers .heat");
  await page.click("[data-tab=prices]");
  await page.selectOption("#answers select", "3");
  await page.click("#seek");
  await page.waitForSelector("progress");
  const busy = workers();
  await page.click("button:has-text('Stop')");
  await says(page, "Stopped.");
  await ended(busy, "nobody waits");
  await page.click("[data-tab=matrix]");
  await page.waitForSelector("#answers .heat");
  await page.context().close();
});

test("a closed tab ends its work", async () => {
  const page = await visit(browser, server.address);
  await page.evaluate(async () => {
    const { ask } = await import("./engine.js");
    const { files, file } = await ask("more", { ask: "sample", path: "scenarios/rosters/dust-warfare.toml" });
    ask("long", { ask: "balance", of: { files, file }, prices: { precision: 0.01 } }).catch(() => undefined);
    await new Promise(done => setTimeout(done, 500));
  });
  const busy = workers();
  await page.context().close();
  await ended(busy, "its tab is closed");
});

test("a game of one's own is written, broken and mended", async () => {
  const page = await titan();
  await page.click("#start");
  await page.fill("input[placeholder=my-game]", "moon-dice");
  await page.click("button:has-text('Begin')");
  await page.waitForSelector(".heads [data-tab='moon-dice.toml']");
  await page.waitForSelector(".headline .said");
  await page.click("[data-tab='moon-dice.toml']");
  await page.waitForSelector("textarea.code");
  const game = await page.inputValue("textarea.code");
  await page.fill("textarea.code", game.replace("play = '''", "play = '''\nnonsense = = 1"));
  await page.waitForSelector(".faults .fault");
  assert.match(await page.textContent(".faults .fault"), /Line \d+, column \d+/);
  await page.fill("textarea.code", game);
  await page.waitForFunction(() => !document.querySelector(".faults .fault") && !document.querySelector(".answers.old"));
  await page.context().close();
});

test("names from files are never markup", async () => {
  const page = await titan();
  const nasty = "<img src=x onerror=document.title=1><script>document.title=2</script>\u202e&amp;";
  await type(page, TITAN.replaceAll('"Titan"', JSON.stringify(nasty)));
  await page.waitForFunction(() => document.querySelector(".headline .title")?.textContent?.includes("<img"));
  for (const view of ["compare", "sweep", "story", "targets", "sensitivity"]) {
    await page.click(`[data-tab=${view}]`);
    await page.waitForTimeout(150);
  }
  assert.equal(await page.locator("#results img, #results script").count(), 0);
  assert.equal(await page.title(), "killcurve");
  await page.context().close();
});

test("two tabs do not overwrite each other's file", async () => {
  const [one, other] = [await titan(), await titan()];
  const saved = async (page, held) => {
    await type(page, held);
    await page.waitForSelector("#save:not([disabled])");
    await page.click("#save");
  };
  await saved(one, TITAN.replace("sp = 2", "sp = 3"));
  await says(one, "Saved titan.toml.");
  assert.match(fs.readFileSync(path.join(dir, "titan.toml"), "utf8"), /sp = 3/);
  await saved(other, TITAN.replace("sp = 2", "sp = 1"));
  await says(other, "has changed on the disk");
  assert.match(fs.readFileSync(path.join(dir, "titan.toml"), "utf8"), /sp = 3/);
  fs.writeFileSync(path.join(dir, "titan.toml"), TITAN);
  await one.context().close();
  await other.context().close();
});

test("the keyboard reaches a slider, the views and the numbers of a chart", async () => {
  const page = await titan();
  await page.focus("[data-path='rounds'] input[type=range]");
  await page.keyboard.press("ArrowRight");
  await says(page, "Killed within 5 rounds");
  await page.focus("[data-tab=odds]");
  await page.keyboard.press("ArrowRight");
  await says(page, "Pin this version");
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector("figure svg");
  await page.focus("figure >> nth=0");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => /round 1/i.test(document.getElementById("tip").textContent));
  await page.context().close();
});

test("on a phone nothing is wider than the window", async () => {
  const page = await titan({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const fits = async what => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${what} is ${wide} pixels too wide`);
  };
  await fits("the form");
  await page.click("[data-tab=text]");
  await fits("the text");
  await page.click("[data-tab=results]");
  for (const view of ["odds", "compare", "sweep", "sensitivity", "story", "targets"]) {
    await page.click(`[data-tab=${view}]`);
    await page.waitForTimeout(250);
    await fits(view);
  }
  await page.context().close();
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe-core finds nothing in ${colorScheme} mode`, async () => {
    const page = await titan({ colorScheme });
    const source = axeSource();
    const look = async what => {
      await page.evaluate(source);
      const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
      assert.deepEqual(violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes[0].html.slice(0, 120)}`), []);
    };
    await page.click("[data-tab=both]");
    for (const view of ["odds", "compare", "sweep", "sensitivity", "story", "targets"]) {
      await page.click(`[data-tab=${view}]`);
      await page.waitForTimeout(300);
      await look(view);
    }
    await page.click("#start");
    await page.waitForSelector(".samples button");
    await look("start");
    await page.fill("input[type=search]", "rosters/space-infantry");
    await page.click(".samples button");
    await page.waitForSelector("#answers .heat");
    await look("roster");
    await page.click("[data-tab=prices]");
    await look("prices");
    await page.context().close();
  });
}

/** The documents of the page and of the command line. */
async function compareDocuments(page) {
  const cases = [
    ["run", "benches/workloads/w1.toml"], ["run", "benches/workloads/w2.toml"], ["run", "benches/workloads/w3.toml"],
    ["run", "scenarios/space-infantry/pen-against-dmg.toml"], ["run", "games/mech/scenario.toml"],
    ["run", "benches/workloads/w1.toml", { method: "monte-carlo", trials: 50_000, seed: 7 }],
    ["battle", "scenarios/battles/titan-hunt.toml"], ["sensitivity", "scenarios/deadzone/worked-example.toml"],
    ["matrix", "scenarios/rosters/space-infantry.toml"],
  ];
  for (const [name, file, play = {}] of cases) {
    const files = {};
    for (const place of ["scenarios", "games", "benches/workloads"]) {
      for (const known of fs.readdirSync(path.join(root, place), { recursive: true }).filter(known => known.endsWith(".toml"))) {
        files[`${place}/${known}`] = fs.readFileSync(path.join(root, place, known), "utf8");
      }
    }
    const answer = await ask(page, { ask: name, of: { file, files }, play });
    const options = Object.entries(play).flatMap(([option, value]) => [`--${option}`, String(value)]);
    const { stdout } = killcurve([name, file, ...options, "--format", "json"], root);
    assert.ok(answer.ok, answer.text);
    assert.equal(answer.document, stdout, `${name} ${file}`);
  }
}

test("the server's answers equal the command line's to the last digit", async () => {
  const page = await visit(browser, server.address);
  await compareDocuments(page);
  await page.context().close();
});

test("nobody else may ask the server", async () => {
  const { port, pathname } = new URL(server.address);
  const status = (where, headers = {}) => new Promise((done, failed) => {
    http.get({ host: "127.0.0.1", port, path: where, headers }, response => { response.resume(); done(response.statusCode); }).on("error", failed);
  });
  assert.equal(await status(pathname), 200);
  assert.equal(await status("/"), 403);
  assert.equal(await status(`/${"0".repeat(32)}/files`), 403);
  assert.equal(await status(`${pathname}files`, { host: "evil.example" }), 403);
  assert.equal(await status(`${pathname}files`, { origin: "http://evil.example" }), 403);
  assert.equal(await status(`${pathname}..%2f..%2fetc%2fpasswd`), 404);
  assert.equal(await status(`${pathname}no-such-file`), 404);
});

test("without a server: the same answers, and no connection is needed", { skip: hasSite ? false : "the static site is not built" }, async () => {
  const site = await host();
  const page = await visit(browser, site.address);
  await compareDocuments(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await (await caches.open((await caches.keys())[0])).keys()).length > 15);
  site.stop();
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector(".headline .said");
  await page.locator("[data-path='rounds'] input[type=range]").focus();
  const before = await headline(page);
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(old => document.querySelector(".said strong")?.textContent !== old, before);
  await page.context().close();
});

test("no page had an error, and nothing was refused by the policy", () => {
  assert.deepEqual(wrong.filter(text => !/ERR_INTERNET_DISCONNECTED|net::ERR_FAILED/.test(text)), []);
});

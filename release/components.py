"""Prints every component of the program with its licence, and the texts of the licences: components.py TARGET...

A component is whatever code the program is linked from: crates, the standard library of Rust, and the C library of a target.
"""

import json
import subprocess
import sys
from pathlib import Path

RUNTIMES = {
    "x86_64-unknown-linux-musl": [("musl libc", "MIT")],
    "x86_64-pc-windows-gnu": [("mingw-w64 runtime", "ZPL-2.1 and public domain")],
}
LICENCE_FILES = ("license", "licence", "copying", "notice", "unlicense", "copyright")


def metadata(target):
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def linked(about):
    """The packages that the program is linked from: no tests, and nothing that runs only while it is built."""
    packages = {package["id"]: package for package in about["packages"]}
    nodes = {node["id"]: node for node in about["resolve"]["nodes"]}
    waiting = [key for key, package in packages.items() if package["name"] == "killcurve"]
    found = {}
    while waiting:
        key = waiting.pop()
        if key in found:
            continue
        found[key] = packages[key]
        for dependency in nodes[key]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    return found.values()


def texts(package):
    """The licence files of a package, in the order of their names."""
    folder = Path(package["manifest_path"]).parent
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    named = [path for path in files if path.name.lower().startswith(LICENCE_FILES) and path.suffix != ".rs"]
    return [path.read_text(encoding="utf-8", errors="replace").strip().replace("\r\n", "\n") for path in named]


targets = sys.argv[1:]
others = {}
for target in targets:
    for package in linked(metadata(target)):
        if package["source"] is not None:
            others[package["name"], package["version"]] = package

print("killcurve is licensed under MIT or Apache-2.0, as you choose. These components are in it:\n")
rows = [(f"{name} {version}", package["license"] or "see below") for (name, version), package in others.items()]
rows.append(("the standard library of Rust", "MIT OR Apache-2.0"))
rows += [row for target in targets for row in RUNTIMES[target]]
for name, licence in sorted(rows):
    print(f"  {name:<36} {licence}")

users = {}
for (name, version), package in sorted(others.items()):
    for text in texts(package):
        users.setdefault(text, []).append(f"{name} {version}")
for text, names in sorted(users.items(), key=lambda item: item[1]):
    print(f"\n{'-' * 80}\n{', '.join(dict.fromkeys(names))}\n{'-' * 80}\n\n{text}")

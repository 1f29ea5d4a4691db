"""Packs a folder into a zip file with sorted names and the time of SOURCE_DATE_EPOCH: zip.py FOLDER FILE."""

import os
import sys
import time
import zipfile
from pathlib import Path

folder, file = Path(sys.argv[1]), sys.argv[2]
when = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        entry = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), when)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = 0o644 << 16
        archive.writestr(entry, path.read_bytes())

"""Limits this process and then becomes ffmpeg or ffprobe.

    python3 -E -s -S sandbox_launch.py MEMORY FILE_BYTES CPU_SECONDS FOLDER PROGRAM [ARGUMENT...]

- MEMORY and FILE_BYTES are limits in bytes, and CPU_SECONDS is a limit in seconds. 0 means no limit.
- FOLDER is the only folder that PROGRAM may write to. It is also the only folder with media that PROGRAM may
  read. "" means no folder.
- PROGRAM may also use the pipes that it inherits.
"""

import os
import sys

import sandbox_kernel as kernel

# Maximum number of open files. It is enough for the inputs, outputs and libraries of ffmpeg or ffprobe.
OPEN_FILES = 64


def on_path(program: str) -> str | None:
    """shutil.which does the same, but importing shutil would double the start time of this launcher."""
    folders = [''] if '/' in program else os.environ.get('PATH', os.defpath).split(os.pathsep)
    paths = (os.path.join(folder, program) for folder in folders)
    return next((path for path in paths if os.access(path, os.X_OK) and os.path.isfile(path)), None)


def main() -> None:
    memory, file_bytes, cpu_seconds = (int(text) for text in sys.argv[1:4])
    folder, program, arguments = sys.argv[4], sys.argv[5], sys.argv[5:]
    found = on_path(program)
    if found is None:
        sys.exit(f'{program} was not found')
    kernel.die_with_parent()
    kernel.limit_resources(memory, file_bytes or None, cpu_seconds, OPEN_FILES)
    kernel.confine_media(os.path.realpath(found), folder)
    os.execv(found, arguments)


if __name__ == '__main__':
    main()

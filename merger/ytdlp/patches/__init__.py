"""Changes to yt-dlp's readers of pages, feeds and manifests.

Each module has one function `patch` that installs it.
"""

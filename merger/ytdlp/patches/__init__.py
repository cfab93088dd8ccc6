"""Extends the code with which yt-dlp reads pages, feeds and manifests.

Each module installs its extension with one or more `patch` functions.
"""

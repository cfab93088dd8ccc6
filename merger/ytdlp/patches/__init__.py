"""Extends yt-dlp's readers of pages, feeds and manifests.

Each module installs its extension with one or more `patch` functions.
"""

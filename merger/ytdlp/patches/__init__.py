"""Changes to how yt-dlp reads pages, feeds and manifests; `extraction.py` applies them."""

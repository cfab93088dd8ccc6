/** The preview of one file: made, played, saved. */
export function PreviewPage() {
  return (
    <main id="main" className="wrap">
      <h1>Preview</h1>
    </main>
  )
}

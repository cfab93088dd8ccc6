// Stands in the head of a page, so that no other theme is painted first. After the two theme colours.
{
  const [day, night] = document.querySelectorAll('meta[name=theme-color]')
  const [light, dark] = [day.content, night.content]
  const show = (theme) => {
    document.documentElement.dataset.theme = theme
    day.content = theme === 'dark' ? dark : light
    night.content = theme === 'light' ? light : dark
    for (const choice of document.getElementsByName('theme')) choice.checked = choice.value === theme
  }
  const showKept = () => {
    let kept
    try {
      kept = localStorage.getItem('theme')
    } catch {
      // The browser blocks site data.
    }
    show(kept ?? 'system')
  }
  showKept()
  for (const event of ['DOMContentLoaded', 'pageshow', 'storage']) addEventListener(event, showKept)
  addEventListener('change', ({ target }) => {
    if (target.name !== 'theme') return
    show(target.value)
    localStorage.setItem('theme', target.value)
  })
}

// Runs inside a page: what Tab comes to, in the order of the document, and what is wrong with it.
;(() => {
  const wrong = []
  const all = 'a, button, input, select, textarea, summary, [tabindex], [onclick]'
  for (const one of document.querySelectorAll(all)) {
    const words = (one.textContent || one.getAttribute('name') || '').trim().slice(0, 40)
    const name = `${one.tagName.toLowerCase()} “${words}”`
    if (one.tabIndex > 0) wrong.push(`${name} is out of order`)
    if (one.id === 'main' || one.type === 'hidden') continue
    if (!one.checkVisibility({ visibilityProperty: true })) continue
    one.focus({ focusVisible: true })
    if (document.activeElement !== one) {
      wrong.push(`${name} cannot be reached`)
      continue
    }
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2)
      wrong.push(`${name} does not show that it has the focus`)
    const { width, height } = one.getBoundingClientRect()
    if (width < 2 || height < 2) wrong.push(`${name} has the focus and is not seen`)
  }
  // The next Tab begins anew.
  document.activeElement.blur()
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
  return wrong
})()

// Names and categories that begin as what is typed into a search: a combobox over the form that was there. A field that
// names a product (data-fills) is offered products only, and is filled with the name of the chosen one.
export function offer(box) {
  if (box.hasAttribute('role')) return
  const list = Object.assign(document.createElement('ul'), {
    id: `${box.id}-offered`,
    className: 'offered',
    hidden: true,
  })
  const said = Object.assign(document.createElement('p'), { className: 'unseen' })
  const give = (element, attributes) =>
    Object.entries(attributes).forEach((one) => element.setAttribute(...one))
  give(list, { role: 'listbox', 'aria-label': 'Suggestions' })
  give(said, { role: 'status' })
  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': list.id,
  }
  give(box, { ...combobox, autocomplete: 'off' })
  box.parentElement.append(list, said)
  const fills = 'fills' in box.dataset
  let [at, asked, timer] = [-1, 0, 0]
  const mark = (to) => {
    at = to
    ;[...list.children].forEach((item, i) => item.setAttribute('aria-selected', i === at))
    if (at < 0) box.removeAttribute('aria-activedescendant')
    else box.setAttribute('aria-activedescendant', list.children[at].id)
    list.children[at]?.scrollIntoView({ block: 'nearest' })
  }
  const show = (open) => {
    list.hidden = !open
    box.setAttribute('aria-expanded', open)
    mark(-1)
  }
  const option = ({ name, note, href }, i) => {
    const item = document.createElement('li')
    give(item, { role: 'option', id: `${list.id}-${i}`, 'data-href': href })
    // As text: what others wrote is never markup.
    for (const [tag, textContent] of [
      ['b', name],
      ['span', note],
    ])
      item.append(Object.assign(document.createElement(tag), { textContent }), ' ')
    return item
  }
  const choose = (item) => {
    if (!fills) return (location.href = item.dataset.href)
    box.value = item.firstChild.textContent
    show(false)
  }
  const ask = async () => {
    const [typed, mine] = [box.value.trim(), ++asked]
    if (typed.length < 2) return show(false)
    const answer = await fetch(`/search/suggest?q=${encodeURIComponent(typed)}`).catch(() => null)
    const found = answer?.ok ? await answer.json() : []
    // An older question was answered late, or whoever asked has gone on.
    if (mine !== asked || document.activeElement !== box) return
    const shown = found.filter(({ href }) => !fills || href.startsWith('/listings/'))
    list.replaceChildren(...shown.map(option))
    show(shown.length > 0)
    said.textContent = shown.length === 1 ? '1 suggestion' : `${shown.length} suggestions`
  }
  box.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(ask, 150)
  })
  box.addEventListener('keydown', (event) => {
    const { length } = list.children
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' && !list.hidden) show(false)
    else if (event.key === 'Enter' && at >= 0) choose(list.children[at])
    else if (step && length > 0) {
      const from = list.hidden || (at < 0 && step < 0) ? -(step < 0 ? 0 : 1) : at
      if (list.hidden) show(true)
      mark((from + step + length) % length)
    } else return
    event.preventDefault()
  })
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => choose(target.closest('li')))
  box.addEventListener('blur', () => show(false))
  // Whoever types fast was ahead of this file.
  if (box.value !== box.defaultValue) ask()
}

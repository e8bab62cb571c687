// Light, dark, or the system's colours: the choice is stored in a cookie only.
import { html } from '../html.ts'
import { themes } from '../layout.ts'
import { openPage } from '../private_page.ts'
import { cameFrom, setCookie } from '../visit.ts'

const year_s = 31_536_000

/** The form in the footer of every page; it redirects back to the page it was on. */
export const theme = openPage({
  path: '/theme',
  load: async () => ({ redirect: '/' }),
  render: () => ({ title: 'Colours', body: html`` }),
  post: {
    '/theme': async ({ form, request, public_url }) => {
      const chosen = themes.find((one) => one === form.get('theme'))
      const cookie = setCookie(public_url, 'theme', chosen ?? '', chosen === undefined ? 0 : year_s)
      return { redirect: cameFrom({ request, public_url }), cookies: [cookie] }
    },
  },
})

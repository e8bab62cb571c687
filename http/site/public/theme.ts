// Light, dark, or as the system says: a choice kept in a cookie, and in nothing else.
import { html } from '../html.ts'
import { themes } from '../layout.ts'
import { openPage } from '../private_page.ts'
import { cameFrom, setCookie } from '../visit.ts'

const year_s = 31_536_000

/** The form in the footer of every page; it leads back to where it was sent from. */
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

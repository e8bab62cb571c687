// Which addresses and hosts prove a claim, and which must not, whatever their site shows.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { companyKeyOf } from '../../../tools/listings/company.ts'
import { faultOfAddress, givesAddresses, subjectOf } from '../../../tools/claims/subject.ts'
import { sharedData } from '../../support/shared_data.ts'

/** Whether an address proves the listing at the URL; an address counts as shown by the site unless said otherwise. */
function proves(url: string, email: string, is_shown = true): boolean {
  const subject = subjectOf(url)
  return subject?.kind === 'site' && faultOfAddress(email, subject, is_shown) === null
}

const words = (text: string) => text.trim().split(/\s+/)

describe('a stranger proves nothing', () => {
  /** Hosts at which strangers have addresses: providers, universities, foundations, platforms. */
  const open =
    words(`gmail.com googlemail.com outlook.com yahoo.co.uk gmx.de web.de proton.me tuta.com mailbox.org posteo.de
    fastmail.com icloud.com hey.com zoho.com mail.ru yandex.ru qq.com 163.com naver.com disroot.org riseup.net duck.com
    simplelogin.io addy.io mailfence.com 33mail.com mozmail.com mit.edu stanford.edu ox.ac.uk ethz.ch tum.de uni-freiburg.de
    u-tokyo.ac.jp unsw.edu.au cvut.cz kth.se mcgill.ca universiteitleiden.nl apache.org debian.org gnome.org kde.org mozilla.org
    python.org w3.org ietf.org eclipse.org openstreetmap.org torproject.org freebsd.org wikipedia.org hackclub.com tilde.club
    ionos.com netlify.com heroku.com github.com launchpad.net t-online.de`)
  it(`with an address at one of ${open.length} hosts where strangers have one, nor at a host below them`, () => {
    expect(open).toHaveLength(60)
    for (const host of open)
      for (const name of ['admin', 'postmaster', 'ceo'])
        expect(proves(`https://${host}/`, `${name}@${host}`), `${name}@${host}`).toBe(false)
    for (const host of ['x.ox.ac.uk', 'cs.mit.edu', 'ana.github.io', 'x.netlify.app', 'project.apache.org'])
      expect(proves(`https://${host}/`, `admin@${host}`), host).toBe(false)
  })

  /** One owner's place at a host of many, and another's there. */
  const shared =
    words(`ana.itch.io ana.wordpress.com ana.substack.com ana.sourceforge.net ana.bandcamp.com ana.gumroad.com
    ana.tumblr.com ana.medium.com ana.notion.site ana.webflow.io ana.carrd.co ana.blogspot.com ana.readthedocs.io ana.fandom.com
    ana.neocities.org ana.hashnode.dev ana.ghost.io ana.wixsite.com ana.weebly.com ana.zendesk.com`)
  it('with an address of the platform, and is another company than the next one there', () => {
    for (const host of shared) {
      const platform = host.slice(4)
      for (const address of [`admin@${platform}`, `support@${platform}`, `admin@eve.${platform}`])
        expect(proves(`https://${host}/`, address), address).toBe(false)
      const [ana, eve] = [host, `eve.${platform}`].map((one) => companyKeyOf(new URL(`https://${one}/x`)))
      expect(ana).not.toBe(eve)
      expect(subjectOf(`https://${host}/`)).toMatchObject({ kind: 'site', domain: host })
    }
  })

  it('at a path of a host of many, by whatever address', () => {
    for (const url of words(`https://github.com/ana/tide https://gitlab.com/a/b/c https://codeberg.org/ana/tide
      https://apps.apple.com/us/app/tide/id1 https://play.google.com/store/apps/details?id=a.b https://medium.com/@ana
      https://sites.google.com/view/ana https://pypi.org/project/tide https://www.npmjs.com/package/tide https://crates.io/crates/tide
      https://sourceforge.net/projects/tide https://www.facebook.com/ana https://hub.docker.com/r/ana/tide`)) {
      const host = new URL(url).hostname.replace(/^www\./, '')
      expect(subjectOf(url)?.kind, url).not.toBe('site')
      expect(proves(url, `admin@${host}`)).toBe(false)
      expect(companyKeyOf(new URL(url))).toContain('/')
    }
  })

  it('where the company gives out addresses itself', () => {
    for (const [tagline, category] of [
      ['A private e-mail service', 'tools'],
      ['Fast web hosting for everybody', 'tools'],
      [null, 'encrypted-email'],
      [null, 'mail-forwarding'],
      [null, 'cloud-hosting'],
    ] as const)
      expect(givesAddresses({ tagline, categories: [category] }), tagline ?? category).toBe(true)
    expect(givesAddresses({ tagline: 'Invoices that mail themselves', categories: ['email-clients'] })).toBe(
      false,
    )
  })
})

describe('whoever belongs to the company', () => {
  const hosts =
    words(`tide.com ledger.io acme.app brook.co fern.dev gull.net heron.org islet.de jetty.fr knot.nl loch.co.uk
    marsh.com.au nook.se otter.fi pier.jp quay.com.br reed.ca shoal.it tern.es umber.pl`)
  it('proves it with the four roles of the domain, and with any address that the site shows', () => {
    for (const host of hosts) {
      for (const role of ['admin', 'webmaster', 'Hostmaster', 'postmaster'])
        expect(proves(`https://www.${host}/`, `${role}@${host}`, false), `${role}@${host}`).toBe(true)
      expect(proves(`https://app.${host}/`, `hello@${host}`)).toBe(true)
      expect(proves(`https://app.${host}/`, `hello@${host}`, false)).toBe(false)
    }
  })

  const catalogue = sharedData('catalog.jsonl')
  it.skipIf(catalogue === null)(
    'proves sixty companies of the real catalogue so, and each repository by a file',
    () => {
      const rows = readFileSync(catalogue!, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { url: string; tagline: string | null; categories: string[] })
      // Names that a company buys for itself, straight below a top-level domain that is sold to companies.
      const bought = rows.filter(({ url }) =>
        /^https?:\/\/(?:www\.)?[a-z0-9-]{4,}\.(?:com|io|app|so)\/?$/.test(url),
      )
      const chosen = bought.filter((_, index) => index % Math.floor(bought.length / 75) === 0)
      const proved = chosen.filter((row) => {
        const host = new URL(row.url).hostname.replace(/^www\./, '')
        return (
          !givesAddresses(row) && proves(row.url, `admin@${host}`, false) && proves(row.url, `sales@${host}`)
        )
      })
      expect(proved.length).toBeGreaterThanOrEqual(Math.floor(0.95 * chosen.length))
      expect(proved.length).toBeGreaterThanOrEqual(60)
      const repositories = rows.filter(({ url }) => /^https:\/\/github\.com\/[\w-]+\/[\w.-]+\/?$/.test(url))
      expect(repositories.length).toBeGreaterThan(500)
      for (const { url } of repositories) expect(subjectOf(url), url).toMatchObject({ kind: 'repository' })
    },
  )
})

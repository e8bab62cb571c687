// Ana's Tide, a product with a website that says enough for a draft.
import { pages, type Host } from './outside.ts'

export const tide: Host = pages({
  '/': `<!doctype html><html lang="en"><head><title>Tide: Invoices that chase themselves</title>
    <meta name="description" content="Tide sends your invoices and reminds the people who have not paid, so that you do not have to.">
    <meta property="og:site_name" content="Tide"></head>
    <body><header><nav><a href="/about">About</a> <a href="/pricing">Pricing</a> <a href="/faq">FAQ</a></nav></header>
    <main><h1>Invoices that chase themselves</h1>
    <p>Tide sends your invoices and reminds the people who have not paid, so that you do not have to.</p>
    <h2>Features</h2><ul><li>Reminders in your own words</li><li>Payment links in every mail</li><li>Exports for your accountant</li></ul>
    </main><footer><a href="mailto:hello@tide.test">hello@tide.test</a>
    <a href="https://github.com/tide-invoices">GitHub</a> <a href="https://www.linkedin.com/company/tide-invoices">LinkedIn</a> © 2026 Tide</footer></body></html>`,
  '/about': `<html><head><title>About Tide</title></head><body><h1>About Tide</h1>
    <p>Tide was founded in 2021 by Ana Keto.</p><p>Tide Oy, Aleksanterinkatu 15, 00100 Helsinki, Finland</p></body></html>`,
  '/pricing': `<html><head><title>Pricing – Tide</title></head><body><h1>Pricing</h1><h2>Free</h2><p>€0 per month, up to 5 invoices</p>
    <h2>Pro</h2><p>€12 per month</p></body></html>`,
  '/faq': `<html><head><title>FAQ – Tide</title></head><body><h1>Frequently asked questions</h1>
    <h3>Can I use my own mail address?</h3><p>Yes, Tide sends from your own address.</p>
    <h3>Does it work with my bank?</h3><p>Tide reads the statements of every bank that exports CSV.</p></body></html>`,
})

/** Somebody else's product. */
export const rival: Host = pages({
  '/': `<html><head><title>Ebb: Invoicing for boats</title><meta property="og:site_name" content="Ebb"></head>
    <body><nav><a href="/pricing">Pricing</a></nav><h1>Invoicing for boats</h1>
    <p>Ebb writes the invoices of boat yards and sends them by post.</p></body></html>`,
  '/pricing': `<html><head><title>Pricing – Ebb</title></head><body><h1>Pricing</h1><h2>Yard</h2><p>$49 per month</p></body></html>`,
})

import { expect, it } from 'vitest'
import { abbreviationsIn } from '../../../storage/search/abbreviations.ts'

it.each([
  ['A customer relationship management (CRM) suite', ['crm=customer relationship management']],
  ['Content Management Systems (CMS)', ['cms=content management system']],
  ['ERP (enterprise resource planning) for shops', ['erp=enterprise resource planning']],
  ['the Internet of Things (IoT)', ['iot=internet of thing']],
  ['Notes (PDF), plans (Free) and a list (a b)', []],
  ['Runs anywhere (Mac) and Ask Me (AMA anything)', []],
])('reads in %j what letters stand for', (text, pairs) => {
  const both = pairs.flatMap((pair) => [pair, pair.split('=').reverse().join('=')])
  expect([...abbreviationsIn(text)].toSorted()).toEqual(both.toSorted())
})

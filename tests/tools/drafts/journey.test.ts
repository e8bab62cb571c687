import { afterAll, beforeAll, it } from 'vitest'
import { bearer, keyFor } from '../../support/people.ts'
import { openOutside, type Outside } from '../../support/outside.ts'
import { callRest, startService, type Service } from '../../support/service.ts'
import { tide } from '../../support/tide.ts'

let outside: Outside
let service: Service
let auth: { authorization: string }
beforeAll(async () => {
  outside = await openOutside({ 'tide.example': tide })
  service = await startService({ outside: outside.options })
  auth = bearer((await keyFor(service, 'ana@tide.example')).key)
})
afterAll(async () => {
  await service.close()
  await outside.close()
})

it('goes', async () => {
  const made = await callRest(service, 'submit_listing', { url: 'tide.example' }, auth)
  console.log(JSON.stringify(made, null, 1).slice(0, 1500))
  await service.worker.idle()
  const draft = await callRest(service, 'get_draft', { id: made.body.id }, auth)
  console.log(JSON.stringify(draft.body, null, 1))
  console.log(outside.asked, service.log_lines.slice(-10).join(''))
})

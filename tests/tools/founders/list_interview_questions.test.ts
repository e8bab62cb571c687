import { expect, it } from 'vitest'
import { besideRows } from '../../support/rows.ts'
import { throughEveryDoor } from '../../support/service.ts'

throughEveryDoor(
  'list_interview_questions',
  {
    fill: async (_storage, _now, file) =>
      besideRows(file, async (rows) => {
        await rows.run(`UPDATE interview_questions SET active = 0 WHERE id = 3`)
        await rows.run(`UPDATE interview_questions SET position = 0 WHERE id = 7`)
      }),
  },
  (open) => {
    it('names the questions still asked, in the order they are asked', async () => {
      const { call } = await open()
      const { status, body } = await call()
      expect(status).toBe(200)
      expect(body.items.map(({ id }: { id: number }) => id)).toEqual([7, 1, 2, 4, 5, 6, 8, 9, 10])
      expect(Object.keys(body.items[0])).toEqual(['id', 'question', 'hint'])
      for (const { question } of body.items) expect(question).toMatch(/\?$/)
    })

    it('takes nothing', async () => {
      const { call } = await open()
      const { status, body } = await call({ page: 1 })
      expect(status).toBe(400)
      expect(body.errors[0]).toMatchObject({ pointer: '/page', code: 'unknown_key' })
    })
  },
)

// The same route hand-written in Fastify, the framework most people would reach for.
import Fastify from 'fastify'
import { openReads } from './reads.ts'

const { profile } = await openReads()
const app = Fastify({ routerOptions: { maxParamLength: 300 } })
app.get<{ Params: { slug: string } }>('/api/v1/listings/:slug', (request, reply) => {
  const found = profile(request.params.slug)
  return found ?? reply.code(404).send({ code: 'not_found' })
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })

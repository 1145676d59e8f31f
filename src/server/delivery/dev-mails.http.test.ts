import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { engines, freshStore } from '#test/fresh-store.ts'
import { mailScene } from '#test/mailbox.ts'
import type { KeptMailView } from './dev-mails.ts'
import { devMailRoutes } from './dev-mails.ts'

const sanne = 'sanne@example.com'

describe.each(engines)('%s: /dev/mails', (engine) => {
  const open = async (...emails: string[]) => {
    const scene = mailScene(await freshStore(engine), undefined, {
      config: { publicUrl: 'http://localhost:3000' },
    })
    for (const email of emails) {
      await scene.queue(email)
      scene.clock.now += 1
    }
    await scene.worker.drain()
    const app = Fastify()
    devMailRoutes(app, {
      db: scene.store.db,
      publicUrl: 'http://localhost:3000',
      show: async (_request, reply, view) => reply.send(view),
    })
    const get = (path: string) => app.inject(`/dev/mails${path}`)
    const view = async <S extends KeptMailView['screen']>(path: string) =>
      (await get(path)).json<Extract<KeptMailView, { screen: S }>>()
    return { ...scene, get, view, id: async () => (await view<'kept-mails'>('')).mails[0]!.id }
  }

  test('is empty before the first mail', async () => {
    expect(await (await open()).view('')).toEqual({
      screen: 'kept-mails',
      mails: [],
      page: 1,
      pages: 1,
    })
  })

  test('lists kept mails, newest first, 50 per page; a page beyond the last shows the last', async () => {
    const { view } = await open(
      ...Array.from({ length: 51 }, (_, index) => `athlete${index}@example.com`),
    )
    const first = await view<'kept-mails'>('')
    expect([first.mails.length, first.mails[0]!.email, first.pages]).toEqual([
      50,
      'athlete50@example.com',
      2,
    ])
    for (const page of ['2', '9'])
      expect(await view(`?page=${page}`)).toMatchObject({
        page: 2,
        mails: [{ email: 'athlete0@example.com', subject: 'A confirm mail' }],
      })
    for (const page of ['0', '-1', 'two', '1&page=2', ''])
      expect(await view(`?page=${page}`)).toMatchObject({ page: 1 })
  })

  test('shows one mail as headers, text and a frame', async () => {
    const { view, id } = await open(sanne)
    const mail = await view<'kept-mail'>(`/${await id()}`)
    expect(mail).toMatchObject({
      screen: 'kept-mail',
      mail: { email: sanne },
      frame: `/dev/mails/${await id()}/body`,
      text: expect.stringContaining('http://localhost:3000/confirm/'),
    })
    expect(mail.headers).toMatch(/^From: .*\nTo: sanne@example\.com$/m)
    expect(mail.headers).not.toContain('http://')
  })

  test('shows a mail in the requested view, by default at 600 px', async () => {
    const { view, id } = await open(sanne)
    for (const [query, shown] of [
      ['', '600'],
      ['?view=375', '375'],
      ['?view=dark', 'dark'],
      ['?view=text', 'text'],
      ['?view=x', '600'],
    ] as const)
      expect(await view<'kept-mail'>(`/${await id()}${query}`)).toMatchObject({ view: shown })
  })

  test('serves the HTML under a policy that lets it load pictures of this server and nothing else', async () => {
    const { get, id } = await open(sanne)
    const body = await get(`/${await id()}/body`)
    expect(body.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' http://localhost:3000 data:; frame-ancestors 'self'",
    })
    expect(body.body).toContain('<a href="http://localhost:3000/confirm/')
  })

  test('serves the whole mail as plain text', async () => {
    const { get, id } = await open(sanne)
    const raw = await get(`/${await id()}/raw`)
    expect(raw.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(raw.body).toContain('Auto-Submitted: auto-generated')
  })

  test.each(['/nothing', '/nothing/body', '/nothing/raw', '/%00'])(
    'answers 404 at %s',
    async (path) => {
      expect((await (await open()).get(path)).statusCode).toBe(404)
    },
  )
})

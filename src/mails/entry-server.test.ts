import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { inLanguages } from '#campaign/in-languages.ts'
import type { RenderedMail } from '#contract/render.ts'
import type { Mail } from '#contract/mails/mails.ts'
import { everyMail } from '#test/every-mail.ts'
import { mailFaults } from '#test/mail-html.ts'
import { renderCampaignMail, renderMail } from './entry-server.tsx'
import { titleShare } from './theme.ts'

const mails = everyMail(campaign)
const mailOf = (name: string): Mail => mails.find((one) => one.name === name)!.mail
const { email, confirmUrl, unsubscribeUrl, meUrl } = mailOf('confirm') as Extract<
  Mail,
  { template: 'confirm' }
>
const quizUrl = 'https://fuel.example/quiz/1'
/** What a mail leads to beside the two links that all have. */
function nextOf(name: string, mail: Mail): string[] {
  if (mail.template === 'confirm') return [confirmUrl]
  if (mail.template === 'friend') return [mail.stopUrl]
  if (mail.template === 'turn') return [mail.spotUrl]
  if (mail.template === 'result') return [mail.resultUrl]
  if (name === 'welcome-in-line') return [quizUrl, ownLink]
  return name === 'welcome' ? [quizUrl] : []
}
const ownLink = 'https://fuel.example/?via=K7Q42MP'
const bodies = ({ html, text }: RenderedMail) => [html, text]
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

const inEachLanguage = Object.entries(inLanguages).flatMap(([language, { campaign }]) =>
  everyMail(campaign).map((one) => ({
    ...one,
    language,
    render: () => renderCampaignMail(campaign, one.mail),
  })),
)

describe.each(inEachLanguage)('the mail $name in $language', ({ name, mail, language, render }) => {
  test('names the address that it was sent to, its unsubscribe link and the one to what is kept, as HTML and as text', async () => {
    for (const body of bodies(await render())) {
      expect(body).toContain(email)
      expect(body).toContain(unsubscribeUrl)
      expect(body).toContain(meUrl)
    }
  })

  test('is HTML that mailboxes show alike, and stays far under the 100 KB at which they cut', async () => {
    const { html } = await render()
    expect(await mailFaults(html)).toEqual([])
    expect(Buffer.byteLength(html)).toBeLessThan(20_000)
  })

  test('loads only the plate of this server, without a token, and has no link but its own', async () => {
    const { html, text } = await render()
    const own = [unsubscribeUrl, meUrl, ...nextOf(name, mail)]
    const withoutPlate = html
      .replace(' background="https://fuel.example/mail-plate.png"', '')
      .replace('background-image:url(https://fuel.example/mail-plate.png)', '')
    expect(withoutPlate.length).toBeLessThan(html.length - 80)
    expect(withoutPlate).not.toMatch(/@import|url\(|\s(src|srcset|background|poster)=/i)
    expect(new Set(linksIn(html))).toEqual(new Set(own))
    expect(new Set(text.match(/https?:\S+/g))).toEqual(new Set(own))
  })

  test('[LANG-5] ends with who writes it, and says what to do where its button does not work', async () => {
    const { html, text } = await render()
    expect(text.trimEnd().endsWith('Fuel Protocol, privacy@fuelprotocol.example')).toBe(true)
    expect(html).toContain('Fuel Protocol, privacy@fuelprotocol.example')
    const paste = /Button not working\? Paste this:|Werkt de knop niet\? Plak dit in je browser:/
    const hasButton = html.includes('background-color:#F4B740')
    expect(paste.test(html)).toBe(hasButton && name !== 'welcome-in-line')
    expect(text).not.toMatch(paste)
  })

  test('has one title, which is never wider than the plate beside its picture', async () => {
    const { html } = await render()
    const titles = [...html.matchAll(/<h1[^>]*style="([^"]*)"/g)].map(([, style]) => style)
    expect(titles).toHaveLength(1)
    expect(titles[0]).toContain(`max-width:${titleShare}%`)
    expect(titleShare).toBeLessThanOrEqual(52)
  })

  test('[LANG-2] names its language and both colour schemes', async () => {
    const { html } = await render()
    expect(html).toContain(`<html dir="ltr" lang="${language}">`)
    for (const name of ['color-scheme', 'supported-color-schemes'])
      expect(html).toContain(`<meta name="${name}" content="light dark"/>`)
  })

  test('has a text part that does not shout and leaves no mark-up or placeholder', async () => {
    const { subject, text } = await render()
    expect(text).not.toMatch(/<|>|\{|\}|&[a-z]+;|\b[A-Z]{4,}\b/)
    expect(subject).not.toContain('{')
  })
})

test('the confirm mail reads as well in text as in HTML', async () => {
  const { text } = await renderMail(mailOf('confirm'))
  expect(text).toMatchInlineSnapshot(`
    "Fuel Protocol

    One step left.

    You asked for early access to the Fuel Protocol. The button opens a page; one press there confirms this address.

    Confirm my spot:
    https://fuel.example/confirm/C0nfirmT0ken

    You get this because sanne@example.com was entered on the Fuel Protocol waitlist.

    Not you? Ignore this: you are not on the list, and this address is deleted after 30 days.

    Remove this address now:
    https://fuel.example/unsubscribe/L3aveT0ken

    Your data: see, change, erase:
    https://fuel.example/me/M3T0ken

    Fuel Protocol, privacy@fuelprotocol.example
    "
  `)
})

test('[LIVE-2] with live figures the welcome mail names no number of invitations, and otherwise says the same', async () => {
  const mail = mailOf('welcome')
  const [simulated, live] = [await renderMail(mail), await renderMail(mail, 'live')]
  const line = 'Early access: 1,000 invitations, 6 months ahead of the public launch.\n'
  expect(simulated.text).toContain(line)
  expect(live.text).toBe(simulated.text.replace(line, ''))
  for (const body of bodies(live)) expect(body).not.toMatch(/1,000|invitations/)
})

test('the confirm mail has one button, its address beneath, and a way out', async () => {
  const { html } = await renderMail(mailOf('confirm'))
  expect(linksIn(html)).toEqual([confirmUrl, confirmUrl, unsubscribeUrl, meUrl])
  expect(html).toContain(`>${confirmUrl}</a>`)
  expect(html).toContain('Remove this address now')
  expect(html.match(/background-color:#F4B740/g)).toHaveLength(1)
})

test('a confirm mail names the type of a quiz result that waits for it, and no other does', async () => {
  const [plain, quiz] = [
    await renderMail(mailOf('confirm')),
    await renderMail(mailOf('confirm-stress')),
  ]
  for (const body of bodies(quiz))
    expect(body).toContain(
      'Its result: Stress Optimizer. The protocol for it follows once the address is confirmed.',
    )
  for (const body of bodies(plain)) expect(body).not.toMatch(/quiz|Optimizer/i)
  expect(linksIn(quiz.html)).toEqual(linksIn(plain.html))
})

test("[CALL-1] [FORM-5] the welcome mail says what was promised: early access, the bonus stack and the offers, with the campaign's own figures", async () => {
  const { text } = await renderMail(mailOf('welcome-stress'))
  expect(text).toMatchInlineSnapshot(`
    "Fuel Protocol

    You are in.

    Welcome to the elite. Your spot on the Fuel Protocol list is yours. Here is what that gets you.

    Early access: 1,000 invitations, 6 months ahead of the public launch.
    Mystery bonus stack: Added to your spot within 24 hours of joining. Nothing to do.
    Legacy Pack #001: For the first 500 only.
    Founding status: Goes to the first 3,000.

    What happens next

    We email you when early access opens.

    You also took the quiz: Stress Optimizer. The protocol for it follows in an email of its own.

    You get this because sanne@example.com joined the Fuel Protocol waitlist.

    Leave the list:
    https://fuel.example/unsubscribe/L3aveT0ken

    Your data: see, change, erase:
    https://fuel.example/me/M3T0ken

    Fuel Protocol, privacy@fuelprotocol.example
    "
  `)
  for (const body of bodies(await renderMail(mailOf('welcome'))))
    expect(body).not.toMatch(/You also took the quiz|Optimizer/i)
})

test.each([
  ['no sequence', null],
  ['a closed one', { ...campaign.sequence!, closed: true }],
])('where the campaign has %s the welcome mail promises no protocol', async (_, sequence) => {
  for (const body of bodies(
    await renderCampaignMail({ ...campaign, sequence }, mailOf('welcome-stress')),
  ))
    expect(body).not.toMatch(/quiz|Optimizer/i)
})

test('[CALL-1] the next step of the welcome mail is the quiz, unless a result is saved or the campaign has none', async () => {
  const { html, text } = await renderMail(mailOf('welcome'))
  expect(linksIn(html)).toEqual([quizUrl, quizUrl, unsubscribeUrl, meUrl])
  expect(text).toContain(`Find my type:\n${quizUrl}`)
  expect(html.match(/background-color:#F4B740/g)).toHaveLength(1)
  const without = await renderCampaignMail({ ...campaign, quiz: null }, mailOf('welcome'))
  for (const body of bodies(without)) expect(body).not.toMatch(/quiz|Find my type|#F4B740/i)
})

test('a mail has one gold button at most, and none where the next step is not on our page', async () => {
  for (const { name, mail } of mails) {
    const presses =
      /^(confirm|listed|friend|result|reward|turn)$/.test(mail.template) ||
      /^welcome(-in-line)?$/.test(name)
        ? 1
        : 0
    const accent = (await renderMail(mail)).html.match(/background-color:#F4B740/g) ?? []
    expect([name, accent.length]).toEqual([name, presses])
  }
})

test('the mail to a listed address leads to what is kept about it', async () => {
  const { html, text } = await renderMail(mailOf('listed'))
  expect(linksIn(html)).toEqual([meUrl, meUrl, unsubscribeUrl, meUrl])
  expect(text).toContain(`See your page:\n${meUrl}`)
})

test.each(["o'neil&<b>x</b>@example.com", '{brand}@example.com', "a$&b$'c@example.com"])(
  'the address %s stays text, as it is',
  async (hostile) => {
    const { html, text } = await renderMail({
      template: 'listed',
      email: hostile,
      unsubscribeUrl,
      meUrl,
    })
    expect(text).toContain(hostile)
    expect(html).not.toContain('<b>x')
  },
)

test('[LINE-10] the welcome mail in line has place, time, link and next reward', async () => {
  const { subject, text } = await renderMail(mailOf('welcome-in-line'))
  expect(subject).toBe('You are in: place 8,911')
  for (const said of [
    'You are in. Place 8,911',
    '8,910 before you, 46 behind you, as of 24 November 2026, 12:04',
    `Share your link:\n${meUrl}`,
    `Your link: ${ownLink}`,
    'Legacy Pack #001: 2 more friends. 288 of 500 left, as of 24 November 2026, 12:04',
    'Find my type:',
  ])
    expect(text).toContain(said)
})

const inOrder = (text: string, said: readonly string[]) => said.map((words) => text.indexOf(words))

test('[LINE-10] the welcome mail in line has place, button, link, rewards, facts and footer in this order', async () => {
  const { html, text } = await renderMail(mailOf('welcome-in-line'))
  const places = inOrder(text, [
    'You are in. Place 8,911',
    'Share your link:',
    'Your link:',
    'What friends unlock',
    'AI beta access',
    'Founding status: 9 more friends',
    'Each friend who confirms: Counts as if you had confirmed 25 people earlier.',
    'Early access: 1,000 invitations',
    'Mystery bonus stack:',
    'You get this because',
  ])
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(html.split('Legacy Pack #001')).toHaveLength(2)
  expect(html.match(/background-color:#F4B740/g)).toHaveLength(1)
})

test('[LINE-10] without a quiz or a link to share the welcome mail in line leaves neither a trace', async () => {
  const mail = mailOf('welcome-in-line') as Extract<Mail, { template: 'welcome' }>
  const { text } = await renderCampaignMail(
    { ...campaign, quiz: null },
    { ...mail, standing: { ...mail.standing!, link: null } },
  )
  expect(text).not.toMatch(/quiz|type|your link/i)
  expect(text).toContain(`Open your page:\n${meUrl}`)
})

test('[LINE-10] a mail about friends says how many and never who, and that one no longer counts', async () => {
  const mail = mailOf('friend') as Extract<Mail, { template: 'friend' }>
  const { subject, text } = await renderMail({ ...mail, news: { more: 2, fewer: 1 } })
  expect(subject).toBe('2 friends joined: you are at 8,911')
  expect(text).toContain('2 more friends confirmed.')
  expect(text).toContain('One sign-up no longer counts.')
  expect(text).toContain(`Stop emails about friends:\n${mail.stopUrl}`)
  expect((await renderMail(mail)).text).not.toContain('no longer')
})

test('[LINE-2] [LINE-10] the account in a mail leaves out rows of nobody', async () => {
  const mail = mailOf('friend') as Extract<Mail, { template: 'friend' }>
  const place = { ...mail.standing.place!, passed: 22, passedBy: 0 }
  const { text } = await renderMail({ ...mail, standing: { ...mail.standing, place } })
  expect(text).toContain('− 22: you passed, with one friend\n8,910: before you')
})

test('[LINE-10] in Dutch numbers, times and names of rewards are Dutch too', async () => {
  const { subject, text } = await renderCampaignMail(inLanguages['nl']!.campaign, mailOf('friend'))
  expect(subject).toBe('Er kwam een vriend bij: je staat op 8.911')
  expect(text).toContain('Bètatoegang tot de AI is bereikt.')
  expect(text).toContain('dinsdag 24 november 2026 om 12:04')
})

test('[LINE-6] [LINE-10] the mail about a limited reward has its number', async () => {
  const mail = mailOf('reward') as Extract<Mail, { template: 'reward' }>
  const rewards = mail.standing.rewards.map((reward) =>
    reward.friends === 3 ? { ...reward, state: 'yours' as const, number: 212 } : reward,
  )
  const { subject, text } = await renderMail({
    ...mail,
    standing: { ...mail.standing, rewards },
    friends: 3,
  })
  expect(subject).toBe('Legacy Pack #001 is yours')
  expect(text).toContain('212\n\nYour number, of 500')
})

test('[LINE-6] [LINE-10] the mail about two rewards names both, with the number of the limited one', async () => {
  const mail = mailOf('reward') as Extract<Mail, { template: 'reward' }>
  const rewards = mail.standing.rewards.map((reward) => ({
    ...reward,
    state: 'yours' as const,
    number: reward.friends === 3 ? 212 : null,
  }))
  const { subject, text } = await renderMail({
    ...mail,
    standing: { ...mail.standing, rewards },
    friends: 10,
    also: [3],
  })
  expect(subject).toBe('Founding status is yours')
  expect(text).toContain('212\n\nYour number, of 500')
  expect(text).toContain('Legacy Pack #001: yours')
})

test('[LINE-8] [LINE-10] the mail to who is invited has the code and its end, and names the type of a wave', async () => {
  const mail = mailOf('turn') as Extract<Mail, { template: 'turn' }>
  const { subject, text } = await renderMail({
    ...mail,
    spot: { ...mail.spot, quizType: 'stress' },
  })
  expect(subject).toBe('Your turn: a spot until 3 December 2026, 12:04')
  expect(text).toContain(
    'Your code:\n\n7F3K-91QD-2QX4-K7Q4\n\nWorks once, until 3 December 2026, 12:04',
  )
  expect(text).toContain('people of one quiz type: Stress Optimizer.')
})

test.each(['welcome', 'friend', 'reward'] as const)(
  '[LINE-3] the first name on a link is not in the mail %s',
  async (template) => {
    const { standing } = mailOf('friend') as Extract<Mail, { template: 'friend' }>
    const named = { ...standing, link: { ...standing.link!, name: 'Willemijn' } }
    const mail = { ...mailOf(template), standing: named } as Mail
    const { subject, html, text } = await renderMail(mail)
    expect(text).toContain(template === 'welcome' ? 'K7Q42MP' : 'friend')
    expect(subject + html + text).not.toContain('Willemijn')
  },
)

test('[LINE-10] a campaign without a line has none of these mails', async () => {
  await expect(renderCampaignMail({ ...campaign, line: null }, mailOf('friend'))).rejects.toThrow(
    'no line',
  )
})

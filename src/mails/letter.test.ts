import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { inLanguages } from '#campaign/in-languages.ts'
import { titleOf } from '#contract/quiz/quiz.ts'
import type { LetterRecipient } from '#contract/render.ts'
import { letterFaults } from '#test/mail-html.ts'
import { filledCampaign, openCampaign } from '#test/open-campaign.ts'
import { otherCampaign } from '#test/other-campaign.ts'
import { renderLetter } from './entry-server.tsx'
import { renderCampaignLetter } from './letter.tsx'

const publicUrl = 'https://fuel.example'
const sanne: LetterRecipient = {
  email: 'sanne@example.com',
  unsubscribeUrl: `${publicUrl}/unsubscribe/L3aveT0ken`,
  meUrl: `${publicUrl}/me/M3T0ken`,
}
const letterOf = (body: string) => ({ subject: 'We are live', preview: 'The shop is open', body })
const render = (body: string, to = sanne) => renderLetter(letterOf(body), to)
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

const everything = `# Early access opens Thursday

On **Thursday, _18:00_**, the shop opens. See [the terms](https://shop.example/terms?a=1&b=2).

- The first batch is 3,000 packs.
- Your type: {type|your own}.
  - Sleep \\{first\\}

3. Third

   More of it
4. Fourth

![A pack](/pack.png)

[Open the shop](https://shop.example/?for={type|all of you})

## Questions?

### By mail

> We answer
> all of them.

---

Yours,\\
Fuel [hello@fuel.example](mailto:hello@fuel.example)`

test('[LETTER-1] the text part has the same words and links as the HTML', async () => {
  const { text } = await render(everything)
  expect(text).toMatchInlineSnapshot(`
    "Fuel Protocol

    Early access opens Thursday

    On Thursday, 18:00, the shop opens. See the terms (https://shop.example/terms?a=1&b=2).

    - The first batch is 3,000 packs.
    - Your type: your own.
      - Sleep {first}

    3. Third
       More of it
    4. Fourth

    [A pack]

    Open the shop:
    https://shop.example/?for=all%20of%20you

    Questions?

    By mail

    > We answer all of them.

    ---

    Yours,
    Fuel hello@fuel.example

    You get this because sanne@example.com joined the Fuel Protocol waitlist.

    Leave the list:
    https://fuel.example/unsubscribe/L3aveT0ken

    Your data: see, change, erase:
    https://fuel.example/me/M3T0ken

    Fuel Protocol, privacy@fuelprotocol.example
    "
  `)
})

test('[LETTER-1] a letter is HTML that mailboxes show alike, in the layout of all mails', async () => {
  const { html } = await render(everything)
  expect(await letterFaults(html)).toEqual([])
  expect(html).toContain('<html dir="ltr" lang="en">')
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
  expect(html).toContain('<h1')
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(html.match(/background-color:#F4B740/g)).toHaveLength(1)
  expect(new Set(linksIn(html))).toEqual(
    new Set([
      'https://shop.example/terms?a=1&amp;b=2',
      'https://shop.example/?for=all%20of%20you',
      'mailto:hello@fuel.example',
      sanne.unsubscribeUrl,
      sanne.meUrl,
    ]),
  )
})

test('[LETTER-4] [LANG-7] a letter in another language is marked as such, with the footer, the type and the numbers in it', async () => {
  const dutch = inLanguages['nl']!.campaign
  const values = { ...sanne, quizType: 'focus', place: 8_911 } as const
  const { html, text } = await renderCampaignLetter(
    dutch,
    letterOf('Kom binnen, {type|jij}, op {place|de lijst}.'),
    values,
  )
  expect(text).toContain(`Kom binnen, ${titleOf(dutch.quiz, 'focus')}, op 8.911.`)
  expect(html).toContain('<html dir="ltr" lang="nl">')
  expect(text).toContain('Je krijgt deze mail omdat sanne@example.com')
  expect(text).toContain(`Uitschrijven:\n${sanne.unsubscribeUrl}`)
})

test('[LETTER-4] the footer says why the mail came and leads to unsubscribing and to the personal data', async () => {
  for (const body of Object.values(await render('Come in.')).slice(1)) {
    expect(body).toContain(sanne.email)
    expect(body).toContain(sanne.unsubscribeUrl)
    expect(body).toContain(sanne.meUrl)
  }
})

test('[LETTER-1] a letter loads nothing but the plate and its own pictures, from PUBLIC_URL', async () => {
  const { html } = await render(everything)
  const loaded = [...html.matchAll(/(?:src|background)="([^"]*)"|url\(([^)]*)\)/g)]
  expect(new Set(loaded.map(([, attribute, style]) => attribute ?? style))).toEqual(
    new Set([`${publicUrl}/mail-plate.png`, `${publicUrl}/pack.png`]),
  )
})

test('without a heading on top the subject is the title, and without a preview its first words are', async () => {
  const { html, text } = await renderLetter(
    { subject: 'We are \\{live\\}', preview: '', body: 'Come **in**.\n\n# Later' },
    sanne,
  )
  expect(html).toMatch(/<h1[^>]*>We are \{live\}<\/h1>/)
  expect(html).toMatch(/<h2[^>]*>Later<\/h2>/)
  expect(html).toContain('>Come in.')
  expect(text).toContain('We are {live}\n\nCome in.\n\nLater')
})

test('a heading of the third size is one of the second where none stands above it (WCAG 1.3.1)', async () => {
  const { html } = await render('### First\n\n## Second\n\n### Third')
  expect(html.match(/<h\d/g)).toEqual(['<h1', '<h2', '<h2', '<h3'])
})

test('the first paragraph that is one link alone is the button; a second, an address and a mail address are not', async () => {
  const { html } = await render(
    'https://a.example/\n\n[Mail](mailto:a@a.example)\n\n[One](https://b.example/)\n\n[Two](https://c.example/)',
  )
  expect(html.match(/background-color:#F4B740/g)).toHaveLength(1)
  expect(linksIn(html).filter((href) => href === 'https://b.example/')).toHaveLength(2)
  expect(linksIn(html).filter((href) => href === 'https://c.example/')).toHaveLength(1)
})

describe('placeholders', () => {
  const text = {
    subject: 'For {type|you}',
    preview: 'All about {type|you}',
    body: '{type|you}, [go]({link|https://shop.example/}) or [there](https://shop.example/?t={type|you})',
  }

  test('[LETTER-1] placeholders stand for the values of the person, and for their fallback where there is none', async () => {
    const focus = await renderLetter(text, { ...sanne, quizType: 'focus' })
    const none = await renderLetter(text, sanne)
    const { title } = campaign.quiz!.types['focus']!
    expect([focus.subject, none.subject]).toEqual([`For ${title}`, 'For you'])
    expect(focus.html).toContain(`All about ${title}`)
    expect(focus.text).toContain(`${title}, go (https://shop.example/)`)
    expect(focus.html).toContain(`?t=${encodeURIComponent(title)}"`)
    expect(none.text).toContain(
      'you, go (https://shop.example/) or there (https://shop.example/?t=you)',
    )
  })

  test('[LETTER-1] placeholders are text wherever they stand, whatever their value is', async () => {
    const title = '<b>"&\'\r\nBcc: x@x.example {type} \uE000email\uE001'
    const quiz = structuredClone(campaign.quiz!)
    const hostile = {
      ...campaign,
      quiz: { ...quiz, types: { ...quiz.types, focus: { ...quiz.types['focus']!, title } } },
    }
    const mail = await renderCampaignLetter(hostile, text, { ...sanne, quizType: 'focus' })
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.html).not.toContain('<b>')
    expect(mail.html).toContain('&lt;b&gt;&quot;&amp;&#x27;')
    expect(mail.html).toContain('?t=%3Cb%3E%22%26&#x27;')
    expect(mail.html).not.toContain(`${sanne.email},`)
  })

  test('a placeholder without value and fallback is an error, never a gap', async () => {
    await expect(render('For {type}')).rejects.toThrow("The letter's {type} has no value")
    expect((await render('For {type}', { ...sanne, quizType: 'focus' })).text).toContain('For ')
  })
})

test('a letter that is refused is not rendered', async () => {
  await expect(render('<b>x</b>')).rejects.toThrow('Remove the HTML')
  await expect(render('![x](https://cdn.example/x.png)')).rejects.toThrow('Use a picture from')
})

test('of two people each gets their own address and links', async () => {
  const bram = {
    email: 'bram@example.com',
    unsubscribeUrl: `${publicUrl}/unsubscribe/B`,
    meUrl: `${publicUrl}/me/B`,
  }
  const [first, second] = await Promise.all([render(everything), render(everything, bram)])
  expect(second.html).not.toMatch(/sanne|T0ken/)
  expect(first.html).not.toContain('bram')
})

test('a letter of another campaign has its brand and words', async () => {
  const { html, text } = await renderCampaignLetter(otherCampaign, letterOf('Hallo.'), sanne)
  expect(html).toContain(otherCampaign.brand)
  expect(text).not.toContain(campaign.brand)
})

test('[LETTER-1] [LINE-10] a letter says place, link and code of each person, else its fallback', async () => {
  const body = 'Place {place|in front}, code {code|none}, [share]({link})'
  const values = { place: 8_911, link: `${publicUrl}/?via=K7Q42MP`, code: '7F3K-91QD-2QX4-K7Q4' }
  const { html, text } = await render(body, { ...sanne, ...values })
  expect(text).toContain('Place 8,911, code 7F3K-91QD-2QX4-K7Q4, share')
  expect(linksIn(html)).toContain(values.link)
  expect(await letterFaults(html)).toEqual([])
  const fallback = 'Place {place|in front}, code {code|none}'
  expect((await render(fallback)).text).toContain('Place in front, code none')
})

test('the bar beside a quote ends with its last paragraph', async () => {
  const { html } = await render('> One.\n>\n> Two.\n\nAfter.')
  const paddingOf = (text: string) =>
    new RegExp(`<p[^>]*style="[^"]*padding:([^;"]*)[^>]*>${text}`).exec(html)?.[1]
  expect(['One.', 'Two.', 'After.'].map(paddingOf)).toEqual(['0 0 16px', '0', '0 0 16px'])
})

test.each([
  ['sanne@xn--mller-kva.de', 'sanne@müller.de'],
  ['sanne@xn--pple-43d.com', 'sanne@xn--pple-43d.com'],
])('the footer names %s as %s', async (email, shown) => {
  const { html, text } = await render('Come in.', { ...sanne, email })
  for (const part of [html, text]) expect(part).toContain(shown)
})

test('[LANG-5] a letter says at its end who writes it, or shows a blank for it', async () => {
  const textOf = async (of: typeof campaign) =>
    (await renderCampaignLetter(of, letterOf('Come in.'), sanne)).text
  expect(await textOf(openCampaign)).toMatch(/\[your name\], \[your address\], \[your email\]\n$/)
  expect(await textOf(filledCampaign)).toMatch(
    /Slot & Zoon, Kade 1, 1011 AB Amsterdam, privacy@slot\.nl\n$/,
  )
})

import type { MailCopy } from '#contract/mails/mails.ts'

/**
 * Every word of every mail but those of the sequence, which are the campaign's. The layout stands in
 * src/mails/.
 */
export const mails: MailCopy = {
  confirm: {
    subject: 'Confirm your spot on the {brand} list',
    preview: 'Open the link, press the button, and your spot is yours.',
    title: 'One step left.',
    paragraphs: [
      'You asked for early access to {brand}. The button opens a page; one press there confirms this address.',
    ],
    quiz: 'The quiz was taken with this address. Its result: {type}. The emails about it follow once the address is confirmed.',
    button: 'Confirm my spot',
    why: 'You get this because {email} was entered on the {brand} waitlist.',
    ignore:
      'Not you? Ignore this: you are not on the list, and this address is deleted after {unconfirmed}.',
    remove: 'Remove this address now',
  },
  listed: {
    subject: 'You are on the {brand} list',
    preview: 'Nothing to do. Your spot is confirmed.',
    title: 'You are on the list.',
    paragraphs: [
      'This address was entered again on the {brand} page. Your spot is confirmed already.',
      'We write about this launch only.',
    ],
    button: 'See your page',
  },
  result: {
    subject: 'Is this quiz result yours?',
    preview: 'Somebody saved one with this address. It counts once you say so.',
    title: 'Is it yours?',
    paragraphs: [
      'A quiz result was saved with this address: {type}. We cannot tell if it was you, so it changes nothing yet.',
      'If it was you, say so on the page this button opens. The result then counts as yours, and the emails about it follow.',
    ],
    button: 'Yes, this is my result',
    ignore: 'If it was not you, do nothing: the result is deleted after {unconfirmedResult}.',
  },
  welcome: {
    subject: 'You are in: your {brand} early access details',
    preview: 'What your spot stands for, when early access opens, and what happens next.',
    title: 'You are in.',
    paragraphs: ['Your spot on the {brand} list is yours. Here is what that gets you.'],
    details: [{ name: 'Early access', text: 'You hear from us before everybody else.' }],
    next: {
      title: 'What happens next',
      text: 'We email you when early access opens.',
    },
    quiz: 'You also took the quiz: {type}. The emails about it follow.',
    noQuiz: 'While you wait: take the quiz, and see which type you are.',
    button: 'Find my type',
  },
  onceConfirm: {
    subject: 'One email when the {brand} list opens again?',
    preview: 'Open the link, press the button, and one email comes.',
    title: 'One step left.',
    paragraphs: [
      'You asked us to email {email} once, when the {brand} list opens again. The button opens a page; one press there confirms it. It does not put you on the list.',
    ],
    button: 'Tell me once',
    note: 'Not you? Ignore this: we delete the address after {unconfirmed}. The page of the button can delete it at once, after it is confirmed.',
  },
  once: {
    subject: 'The {brand} list is open again',
    preview: 'You asked us to tell you once. This is that email.',
    title: 'The list is open again.',
    paragraphs: ['You asked us to tell you once when the list opens again. It is open now.'],
    button: 'Open the page',
    note: '{email} asked for this one email. No other follows: the address is deleted now. You are not on the list unless you join it.',
  },
  footer: {
    why: 'You get this because {email} joined the {brand} waitlist.',
    leave: 'Leave the list',
    kept: 'Your data: see, change, erase',
  },
  paste: 'Button not working? Paste this:',
  sender: '{name}, {address}, {email}',
  letterStarts: {
    here: {
      name: 'It is here',
      subject: 'It is here',
      preview: 'Open to the list until {until}.[line:  Your code is inside.]',
      body: `# It is here.

{brand} is in the shop. Until **{until}** it is open to the list alone; then to everybody.

[line: Your code: **{code|none, the shop knows your address}**

][Go to the shop]({shop})

This is what you joined for, so it is the last email about the launch. The list is erased on {erased}; what you buy is between you and the shop.`,
    },
  },
  sequence: {
    place: 'email {n} of {of}',
    why: 'You get this because the quiz of {brand} was saved with {email}.',
    leave: 'Leave the list',
    kept: 'Your data: see, change, erase',
  },
}

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
      'Someone, we hope you, asked for early access to {brand} with this address. Confirm it on the page this button opens.',
      'Early-access details go to confirmed addresses only.',
    ],
    quiz: 'The quiz was taken with this address. Its result: {type}. The mails about it follow once the address is confirmed.',
    button: 'Confirm my spot',
    ignore:
      'If this was not you, do nothing: without a confirmation you are not on the list, and this address is deleted after {unconfirmed}.',
    remove: 'Not you? Remove this address',
  },
  listed: {
    subject: 'You are on the {brand} list',
    preview: 'Nothing to do. Your spot is confirmed.',
    title: 'You are on the list.',
    paragraphs: [
      'This address was entered again on the {brand} page. Your spot is confirmed already, so there is nothing to do.',
      'We write about this launch only.',
    ],
    button: 'See your page',
  },
  result: {
    subject: 'Is this quiz result yours?',
    preview: 'Somebody saved one with this address. It counts once you say so.',
    title: 'Is it yours?',
    paragraphs: [
      'A quiz result was saved with this address: {type}. We cannot see that it was you, so it changes nothing yet.',
      'If it was you, say so on the page this button opens. The result then counts as yours, and the mails about it follow.',
    ],
    button: 'Yes, this is my result',
    ignore: 'If it was not you, do nothing: the result is deleted after {unconfirmedResult}.',
  },
  welcome: {
    subject: 'You are in: your {brand} early access details',
    preview: 'What your spot stands for, when early access opens, and what happens next.',
    title: 'You are in.',
    paragraphs: ['Your spot on the {brand} list is yours. Here is what it stands for.'],
    details: [{ name: 'Early access', text: 'You hear from us before everybody else.' }],
    next: {
      title: 'What happens next',
      text: 'We write to this address when early access opens. Until then your spot stays as it is.',
    },
    quiz: 'You also took the quiz: {type}. The mails about it follow.',
    noQuiz: 'While you wait: take the quiz, and see which type you are.',
    button: 'Find my type',
  },
  onceConfirm: {
    subject: 'One mail when the {brand} list opens again?',
    preview: 'Open the link, press the button, and one mail comes.',
    title: 'One step left.',
    paragraphs: [
      'Someone, we hope you, asked us to write to {email} once: when the {brand} list opens again. Confirm it on the page this button opens. It does not put you on the list.',
    ],
    button: 'Tell me once',
    note: 'If this was not you, do nothing: this address is deleted after {unconfirmed}. The page of the button can delete it at once, after it is confirmed.',
  },
  once: {
    subject: 'The {brand} list is open again',
    preview: 'You asked us to tell you once. This is that mail.',
    title: 'The list is open again.',
    paragraphs: ['You asked us to tell you once when the list opens again. It is open now.'],
    button: 'Open the page',
    note: '{email} asked for this one mail. No other follows: the address is deleted now. You are not on the list unless you join it.',
  },
  footer: {
    why: 'You get this mail because {email} was entered on the {brand} waitlist.',
    leave: 'Leave the list',
    kept: 'See, change or erase what we keep',
  },
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

This is what you joined for, so it is the last mail about the launch. The list is erased on {erased}; what you buy is between you and the shop.`,
    },
  },
  sequence: {
    place: 'email {n} of {of}',
    why: 'You get this mail because the quiz of {brand} was saved with {email}.',
    leave: 'Leave the list',
    kept: 'See, change or erase what we keep',
  },
}

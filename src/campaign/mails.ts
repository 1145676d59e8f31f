import type { MailCopy } from '#contract/campaign.ts'

/** Every word of every mail but those of the sequence (sequence.ts). The layout stands in src/mails/. */
export const mails: MailCopy = {
  confirm: {
    subject: 'Confirm your spot on the {brand} list',
    preview: 'Open the link, press the button, and your spot is yours.',
    title: 'One step left.',
    paragraphs: [
      'Somebody, hopefully you, asked for early access to the {brand} with this address.',
      'Open the link and confirm on the page that it leads to. Early access details and the mystery bonus stack go to confirmed addresses only.',
    ],
    quiz: 'The quiz was taken with this address. Its result: {type}. The protocol for it follows once the address is confirmed.',
    button: 'Confirm my spot',
    ignore: 'If this was not you, do nothing: without a confirmation you are not on the list, and this address is deleted after 30 days.',
    remove: 'Not you? Remove this address',
  },
  listed: {
    subject: 'You are on the {brand} list',
    preview: 'Nothing to do. Your spot is confirmed.',
    title: 'You are on the list.',
    paragraphs: [
      'This address was entered again on the {brand} page. Your spot is confirmed already, so there is nothing to do.',
      'Besides the protocol of a quiz that you saved, we write when early access opens, and not before.',
    ],
  },
  welcome: {
    subject: 'Welcome to the {brand} list',
    preview: 'Your spot is noted. Here is what happens next.',
    title: 'Welcome to the elite.',
    paragraphs: [
      'Your spot on the {brand} list is noted.',
      'The mystery bonus stack is added within 24 hours. We write again when early access opens; the protocol of a quiz that you saved comes by itself.',
    ],
  },
  footer: {
    why: 'You get this mail because {email} was entered on the {brand} waitlist.',
    leave: 'Leave the list',
    kept: 'See, change or erase what is kept about you',
  },
  sequence: {
    lang: 'nl',
    place: 'mail {n} van {of}',
    why: 'Je krijgt deze mail omdat de performance-quiz van {brand} is opgeslagen met {email}.',
    leave: 'Uitschrijven: daarna komt er geen mail meer',
    kept: 'Zie, wijzig of wis wat er over je bewaard wordt',
  },
}

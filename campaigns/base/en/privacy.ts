import type { PrivacyCopy } from '#contract/campaign/campaign.ts'

export const privacy: PrivacyCopy = {
  title: 'Privacy',
  intro: 'What is kept when you join, why, for how long, and how to leave. In plain words.',
  contact: {
    title: 'Who keeps it',
    text: '{name}, {address}, who writes to you about this launch. For anything the links in our emails can’t do, write to us.',
    name: null,
    address: null,
    email: null,
  },
  parts: [
    {
      title: 'What is counted, and what is not kept',
      paragraphs: [
        'How often the page is opened and where those visits come from (the campaign that its address names, or the site that linked to us), each form is used, [quiz: the quiz is started and finished, ]each part of the page is seen, each button pressed, and each window or bar over the page shown and closed, as numbers by the hour, without address or identifier. A browser that sends Global Privacy Control or Do Not Track is not counted.',
        'Your name is not kept. The page sets no cookie of its own accord, loads nothing from other companies, and your network address is not stored with your sign-up.',
      ],
    },
    {
      title: 'Why',
      paragraphs: [
        'To write to you about this launch, because you asked for it. Nothing is sold or shared; the provider that delivers our emails sees your address.',
        'To keep bots out, a keyed fingerprint of the network address that a form or a number came from is kept, apart from what was sent. A keyed fingerprint of the mailbox counts the emails to it until its address is confirmed, so that nobody can have it flooded.',
        'The numbers tell us where visitors come from and which parts of the page are read.',
      ],
    },
    {
      title: 'For how long',
      paragraphs: [
        'An address that was never confirmed: until {unconfirmed} after the last email that could confirm it. An address that bounced or reported us as spam: with that note, so it gets no more email. A confirmed one: as long as the list is there. After you leave, the address stays with the note that you left, so that nothing is sent to you by mistake; you can erase it yourself.',
        'After you erase everything, or remove an address that was never confirmed, a keyed hash of it stays for as long as the list is there: nobody can read the address from it, and it stops an imported list from adding it again. A backup made before holds the old state until it is deleted.',
        '[quiz: A quiz result: as long as the address that it was saved with; of one address the newest {resultsInWords}. One that somebody saved with a confirmed address, and that you did not confirm as yours: {unconfirmedResultInWords}.]',
        'Fingerprints of network addresses: {networks}. Fingerprints that count emails to a mailbox: {mailboxes} at most, also after you erase everything. The data of sent emails: {mailData}. Reports that an email came back or was unwanted: {reports}. The numbers by the hour: {hourlyCounts}; their sums by the day stay.',
      ],
    },
    {
      title: 'In your browser',
      paragraphs: [
        'A sign-up that our server has not acknowledged stays in your browser and is sent again, for {unsent} at most. After you joined, a mark without your address tells the page not to ask again, and whether you confirmed or left in this browser.',
        '[quiz: Your answers to the quiz stay in your browser until you close the tab. They come to us with the result that you save.]',
        'The last {eventsInWords} things that you did on the page (parts seen, buttons pressed, a sign-up with its address) are noted in your browser, each with the page’s address, the browser’s name and a number that was drawn at your first visit. They stay there. So do your choices: updates paused, windows and notices closed, and a mark that you have seen the page.',
      ],
    },
    {
      title: 'How to leave, and what else you can do',
      paragraphs: [
        'Every email has a link to leave. One click on it and one on the button, and we send no more, unless the address is entered on the page again: then up to {confirmMailsInWords}, {confirmPauseInWords} apart, ask whether that was you.',
        'Every email has a second link, to a page that shows everything we keep about you. There you can download it, agree again, leave, or erase everything at once. No email at hand? Enter your address on the page again, or write to us.',
      ],
    },
  ],
}

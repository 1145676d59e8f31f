/**
 * QUIZ-4, 7 and 8: the result dialog's words, which are Dutch in every campaign. A file of their
 * own, so that they ship with the quiz's code. `{seconds}` is filled in.
 */
export const quizResult = {
  lang: 'nl',
  complete: 'Diagnose compleet',
  bottleneck: 'Bottleneck gedetecteerd',
  solution: 'Gepersonaliseerde oplossing',
  close: 'Sluit de quiz',
  back: 'Terug naar de quiz',
  former: 'Vorige vraag',
  form: {
    label: 'E-mail',
    note: 'Geen spam. Wel je protocol.',
    trap: 'Laat dit veld leeg',
  },
  placeholder: 'Je e-mailadres',
  cta: 'Stuur mijn protocol',
  saved: 'Quiz voltooid! Je personalized protocol wordt naar je email gestuurd.',
  /** the panel's heading beside that toast, and after a reload */
  stored: 'Je resultaat is bewaard.',
  /** `{another}` is a button */
  missing: 'Niets ontvangen? Kijk bij de spam, of {another}.',
  another: 'gebruik een ander adres',
  failedTitle: 'Error',
  /** the source quotes the title in English */
  failedTitleLang: 'en',
  failed: 'Er ging iets mis. Probeer het opnieuw.',
  /** while a save that failed is sent again: its new form token has to be two seconds old */
  retrying: 'We versturen het opnieuw. Dat duurt een paar seconden, als bescherming tegen bots.',
  notSaved:
    'Je resultaat is nog niet bewaard. Je antwoorden en je adres staan er nog: probeer het over een paar seconden opnieuw.',
  busyTitle: 'Een moment',
  busy: 'Te veel aanmeldingen vanaf jouw netwerk. Je adres staat nog in het veld: probeer het over {seconds} seconden opnieuw.',
  notices: { label: 'Meldingen', close: 'Sluit melding' },
}

/** Above the form without script that a page of another site has sent, as `formFromElsewhere`. */
export const quizFormFromElsewhere = {
  title: 'Verstuur het vanaf hier',
  text: 'Dit formulier is verstuurd door een pagina van een andere site, dus er is niets bewaard. Je antwoorden en je adres staan er nog: controleer je adres en druk op de knop.',
}

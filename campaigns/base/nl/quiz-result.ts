import type * as english from '../words/quiz-result.ts'

/** The words of the quiz result in Dutch. */
export const quizResult: typeof english.quizResult = {
  offer: 'In het Nederlands',
  complete: 'Diagnose compleet',
  bottleneck: 'Bottleneck gedetecteerd',
  solution: 'Gepersonaliseerde oplossing',
  close: 'Sluit de quiz',
  back: 'Terug naar de quiz',
  former: 'Vorige vraag',
  form: {
    label: 'E-mail',
    note: 'Geen spam. Wel je resultaat.',
    trap: 'Laat dit veld leeg',
  },
  placeholder: 'Je e-mailadres',
  cta: 'Stuur mijn resultaat',
  saved: 'Quiz voltooid! Je resultaat gaat naar je e-mailadres.',
  stored: 'Je resultaat is bewaard.',
  missing: 'Niets ontvangen? Kijk bij de spam, of {another}.',
  another: 'gebruik een ander adres',
  failedTitle: 'Fout',
  failedTitleLang: 'nl',
  failed: 'Er ging iets mis. Probeer het opnieuw.',
  retrying: 'We versturen het opnieuw. Dat duurt een paar seconden, als bescherming tegen bots.',
  notSaved:
    'Je resultaat is nog niet bewaard. Je antwoorden en je adres staan er nog: probeer het over een paar seconden opnieuw.',
  busyTitle: 'Een moment',
  busy: 'Te veel aanmeldingen vanaf jouw netwerk. Je adres staat nog in het veld: probeer het over {seconds} seconden opnieuw.',
  notices: { label: 'Meldingen', close: 'Sluit melding' },
  elsewhere: {
    saved: 'Quiz voltooid! Je resultaat gaat naar je e-mailadres.',
    failedTitle: 'Error',
    failedTitleLang: 'en',
  },
}

/** Above the form without script that a page of another site has sent, as `formFromElsewhere`. */
export const quizFormFromElsewhere: typeof english.quizFormFromElsewhere = {
  title: 'Verstuur het vanaf hier',
  text: 'Dit formulier is verstuurd door een pagina van een andere site, dus er is niets bewaard. Je antwoorden en je adres staan er nog: controleer je adres en druk op de knop.',
}

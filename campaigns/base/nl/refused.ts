import type { refused as english } from '../words/refused.ts'

export const refused: typeof english = {
  unreadable: 'De aanvraag was niet te lezen. Kijk de inhoud na en verstuur hem opnieuw.',
  elsewhere:
    'Dit formulier kwam van een pagina van een andere site. Open onze eigen pagina en verstuur het daar.',
  button:
    'Dit kwam van een pagina van een andere site. Open onze pagina, of de link in je mail, en druk daar op de knop.',
  tooLarge:
    'In dit formulier staat meer dan de server aanneemt, dus er is niets opgeslagen. Ga terug, kort in wat je typte, en verstuur het opnieuw.',
  longPath: 'Dit adres is langer dan 4 KiB. Ga naar de startpagina.',
  wrongPath: 'Dit adres is niet te lezen. Ga naar de startpagina.',
  unsupported: 'Dit soort inhoud wordt hier niet aangenomen.',
  tooOften: 'Te veel aanvragen vanaf dit netwerk. Wacht een paar minuten en probeer het opnieuw.',
  device:
    'Je pagina is hiervandaan te vaak geopend. Wacht een minuut, of gebruik de link in een mail.',
  pages:
    'Er werden te veel pagina’s tegelijk geopend. Wacht een paar seconden en laad deze pagina opnieuw.',
}

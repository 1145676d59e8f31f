import type { linePrivacy as english } from '../en/line-privacy.ts'

export const linePrivacy: typeof english = {
  title: 'De rij',
  paragraphs: [
    'Van ieder die heeft bevestigd: het nummer van de bevestiging, een eigen link met de code ervan, hooguit {placesInWords} plaatsen met hun tijden, [rewards: de bereikte beloningen, ]en de plekken die in rondes zijn vastgehouden, met van elke code een vingerafdruk. Kwam je via iemands link: dat het zo was en van wie hij was, zodat je voor die persoon één keer meetelt. Die ziet een getal, nooit wie.',
    'Een voornaam op je link alleen als je er daarvoor een intypt; hij staat in geen enkele mail, en verdwijnt als je hem verwijdert. Vraag je een apparaat om je te onthouden, dan blijft daar één cookie met je versleutelde nummer, {deviceInWords} lang of tot je klikt om hem te vergeten. Hoe vaak eigen links worden gedeeld met de knoppen en links ernaast, wordt geteld als getallen per uur, zonder adres of kenmerk.',
    'Een vingerafdruk met een geheime sleutel van het netwerk waar een bevestiging vandaan kwam, wordt {lineNetworks} bewaard, apart van de persoon, zodat niemand eigen adressen als vrienden telt. De laatste {placesInWords} plaatsen worden bewaard, oudere worden gewist. Nadat je je uitschrijft, worden nummer, plaatsen en vrienden {returnTime} bewaard, voor het geval je terugkomt, en daarna gewist; [rewards: link en beloningen blijven][no rewards: de link blijft] bij je adres tot je het wist. Wissen verwijdert alles in één keer; van een plek in een ronde blijven plaats en tijden, zonder jou.',
  ],
}

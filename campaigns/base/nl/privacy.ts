import type { privacy as english } from '../en/privacy.ts'

export const privacy: typeof english = {
  title: 'Privacy',
  intro:
    'Wat er wordt bewaard als je je aanmeldt, waarom, hoe lang, en hoe je je uitschrijft. In gewone taal.',
  contact: {
    title: 'Wie het bewaart',
    text: '{name}, {address}, die je over deze lancering schrijft. Voor wat de links in onze mails niet kunnen, kun je ons schrijven.',
    name: null,
    address: null,
    email: null,
  },
  parts: [
    {
      title: 'Wat wordt geteld, en wat niet wordt bewaard',
      paragraphs: [
        'Hoe vaak de pagina wordt geopend en waar die bezoeken vandaan komen (de campagne die het adres ervan noemt, of de site die naar ons linkte), elk formulier wordt gebruikt, [quiz: de quiz wordt begonnen en afgemaakt, ]elk deel van de pagina wordt gezien, elke knop wordt ingedrukt, en elk venster of elke balk over de pagina wordt getoond en gesloten, als getallen per uur, zonder adres of kenmerk. Een browser die Global Privacy Control of Do Not Track stuurt, wordt niet geteld.',
        'Je naam wordt niet bewaard. De pagina plaatst uit zichzelf geen cookie, laadt niets van andere bedrijven, en je netwerkadres wordt niet bij je aanmelding opgeslagen.',
      ],
    },
    {
      title: 'Waarom',
      paragraphs: [
        'Om je over deze lancering te schrijven, omdat je daarom vroeg. Er wordt niets verkocht of gedeeld; de mailprovider die onze mails bezorgt, ziet je adres.',
        'Om bots buiten te houden, wordt een vingerafdruk met een geheime sleutel bewaard van het netwerkadres waar een formulier of een getal vandaan kwam, apart van wat er is verstuurd. Een vingerafdruk van de mailbox, ook met een sleutel, telt de mails ernaartoe tot het adres is bevestigd, zodat niemand hem kan laten vollopen.',
        'De getallen zeggen ons waar bezoekers vandaan komen en welke delen van de pagina worden gelezen.',
      ],
    },
    {
      title: 'Hoe lang',
      paragraphs: [
        'Een adres dat nooit is bevestigd: tot {unconfirmed} na de laatste mail waarmee dat kon. Een adres waarvan mail terugkwam of dat ons als spam meldde: met die aantekening, zodat het geen mail meer krijgt. Een bevestigd adres: zolang de lijst er is. Nadat je je uitschrijft, blijft het adres staan met de aantekening dat je dat deed, zodat niets je per ongeluk mailt; je kunt het zelf wissen.',
        'Nadat je alles hebt gewist, of een adres hebt verwijderd dat nooit is bevestigd, blijft er een hash met een geheime sleutel van zolang de lijst er is: niemand kan het adres eruit lezen, en een geïmporteerde lijst kan het er niet door terugzetten. Een back-up van eerder bevat de oude stand tot die wordt gewist.',
        '[quiz: Een quizresultaat: zolang als het adres waarmee het is bewaard; van één adres de nieuwste {resultsInWords}. Een resultaat dat iemand met een bevestigd adres bewaarde, en dat jij niet als het jouwe hebt bevestigd: {unconfirmedResultInWords}.]',
        'Vingerafdrukken van netwerkadressen: {networks}. Vingerafdrukken die mails naar een mailbox tellen: hooguit {mailboxes}, ook nadat je alles hebt gewist. De gegevens van verstuurde mails: {mailData}. Meldingen dat een mail terugkwam of ongewenst was: {reports}. De getallen per uur: {hourlyCounts}; de dagtotalen blijven.',
      ],
    },
    {
      title: 'In je browser',
      paragraphs: [
        'Een aanmelding die onze server niet heeft bevestigd, blijft in je browser en wordt opnieuw verstuurd, hooguit {unsent} lang. Nadat je je hebt aangemeld, zegt een markering zonder je adres tegen de pagina dat ze het niet nog eens hoeft te vragen, en of je in deze browser hebt bevestigd of je hebt uitgeschreven.',
        '[quiz: Je antwoorden op de quiz blijven in je browser tot je het tabblad sluit. Ze komen bij ons met het resultaat dat je bewaart.]',
        'De laatste {eventsInWords} dingen die je op de pagina deed (geziene delen, ingedrukte knoppen, een aanmelding met haar adres) worden in je browser genoteerd, elk met het adres van de pagina, de naam van de browser en een nummer dat bij je eerste bezoek is getrokken. Ze blijven daar. Net als je keuzes: updates gepauzeerd, vensters en meldingen gesloten, en een teken dat je de pagina hebt gezien.',
      ],
    },
    {
      title: 'Hoe je je uitschrijft, en wat je nog meer kunt',
      paragraphs: [
        'In elke mail staat een link om je uit te schrijven. Eén klik daarop en één op de knop, en er wordt geen mail meer gestuurd, tenzij het adres opnieuw op de pagina wordt ingevuld: dan vragen hooguit {confirmMailsInWords} mails, met {confirmPauseInWords} ertussen, of jij dat was.',
        'In elke mail staat een tweede link, naar een pagina met alles wat over jou wordt bewaard. Daar kun je het downloaden, opnieuw akkoord gaan, je uitschrijven, of alles in één keer wissen. Heb je geen mail bij de hand, vul je adres dan opnieuw in op de pagina, of schrijf ons.',
      ],
    },
  ],
}

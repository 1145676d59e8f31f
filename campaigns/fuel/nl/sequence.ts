import type { SequenceStep } from '#contract/quiz/sequence.ts'

/** The plan itself, for one ordinary day or week. */
const protocol: SequenceStep['texts'] = {
  focus: {
    subject: 'Je Focus-protocol: twee blokken op een dag',
    preview: 'Water, eiwit, twee keer 90 minuten en een grens aan je koffie.',
    title: 'Twee blokken. Meer niet.',
    paragraphs: [
      'Je aandacht is sterk, maar niet eindeloos. Dit plan geeft je twee blokken van 90 minuten en regelt wat een Focus Optimizer vergeet: drinken, eten en stoppen. Het gaat uit van opstaan om 7.00. Sta je later op, dan schuift alles mee:',
      'Doe het morgen één keer precies zo. Noteer na elk blok twee dingen: hoe laat je echt begon, en wat je er als eerste uit haalde. Eén regel per blok is genoeg. Over vijf dagen heb je die regels nodig.',
      'De volgende mail komt over {nextMailInWords}. Die gaat over wat jouw type het eerst laat struikelen, en dat is zelden discipline.',
    ],
    points: [
      '7.00: Een halve liter water in het eerste uur, en tien minuten naar buiten, ook als het grijs is.',
      '8.30: Blok 1, met je moeilijkste werk. Telefoon in een andere kamer, mail dicht, één taak op papier.',
      '10.00: Tien minuten lopen zonder scherm. Daarna pas mail, bellen en overleg.',
      '12.30: Lunch met ongeveer 30 gram eiwit, zoals drie eieren op twee boterhammen, of 150 gram kip of tofu met rijst en groente.',
      '13.30: Blok 2. Weer één taak. Schrijf de volgende stap op voordat je stopt.',
      '15.00: Tien minuten lopen, en de laatste koffie: acht uur voordat je om 23.00 naar bed gaat.',
      '22.30: Scherm weg. Wat nog in je hoofd zit, gaat op papier voor morgen.',
    ],
  },
  energy: {
    subject: 'Je Energy-protocol: slaap, eten, bewegen',
    preview: 'Een vaste opstatijd, drie maaltijden met eiwit en training die past.',
    title: 'Slaap, eten, bewegen. In die volgorde.',
    paragraphs: [
      'Jij draait op je lijf. Dit plan zet de drie dingen vast waar dat lijf op loopt, zodat één slordige avond niet je hele volgende dag kost. Reken vanaf je eigen opstatijd; hier is die 6.45:',
      'Noteer vanaf nu elke dag drie dingen: je opstatijd, of het ontbijt eiwit had, en het uur waarop je energie inzakte. Meer hoef je niet te meten.',
      'Over {nextMailInWords} schrijven we weer: waar het bij een Energy Maximizer weglekt, vaak op een dag die juist goed voelt.',
    ],
    points: [
      '6.45: Opstaan, elke dag binnen hetzelfde half uur. Ook op zaterdag.',
      '7.15: Een kwartier naar buiten, lopend of op de fiets. Daglicht telt ook door wolken heen.',
      '7.45: Ontbijt met ongeveer 30 gram eiwit, zoals 250 gram kwark met havermout en fruit.',
      '8.30: Je zwaarste werk, zolang het bewegen nog in je benen zit.',
      '12.30: Lunch met weer 30 gram, bijvoorbeeld een blik tonijn op volkorenbrood met groente erbij.',
      '17.30: Training op maandag, woensdag en zaterdag. Een van de drie zo rustig dat je in hele zinnen praat.',
      '19.00: Avondeten. Op een trainingsdag de grootste portie rijst, pasta of aardappelen van de dag, anders een gewone.',
      '22.45: Licht laag, telefoon buiten de slaapkamer. Nog acht uur tot de wekker.',
    ],
  },
  stress: {
    subject: 'Je Stress-protocol: rust die op de klok staat',
    preview: 'Vijf minuten ademen, drie regels om vijf uur, een avond die eindigt.',
    title: 'Rust die op de klok staat.',
    paragraphs: [
      'Jij blijft kalm waar anderen versnellen. Daardoor merk je laat hoeveel je draagt. Dit plan wacht niet tot je het voelt, maar zet de rust op vaste tijden:',
      'Begin met 12.15 en 17.00. Staan die twee, dan komt de rest erbij. Geef elke avond een cijfer van 1 tot 10 voor hoe vol je hoofd is, zonder uitleg.',
      'Over {nextMailInWords} de tweede mail: waarom juist het rustpunt het eerst sneuvelt, en hoe je het overeind houdt.',
    ],
    points: [
      '8.30: Voordat je iets opent: wat is vandaag van jou, en wat van een ander? Alleen je eigen rij krijgt tijd.',
      '12.15: Vijf minuten langzaam ademen, zittend, door je neus. Vier tellen in, zes tellen uit. Een wekker houdt de tijd bij.',
      '12.30: Lunch zonder scherm ernaast. Brood of rijst, iets met eiwit, groente.',
      '15.00: Laatste koffie. Heb je later nog trek, neem water en loop een rondje.',
      '17.00: Schrijf de drie taken van morgen op, elk met de eerste handeling. Dan gaat de laptop dicht.',
      '18.00: Twee keer per week 40 minuten lopen, fietsen of zwemmen, in een tempo waarin je kunt praten.',
      '22.00: Het laatste half uur zonder scherm. Boek, douche of muziek, en het licht laag.',
    ],
  },
  motivation: {
    subject: 'Je Motivation-protocol: elke week een finish',
    preview: 'Een doel dat in een week past, en iemand die meekijkt.',
    title: 'Leg de finish dichterbij.',
    paragraphs: [
      'Jouw motor start op een doel en valt stil zonder. Dit plan geeft hem elke week een finish die je kunt zien liggen. Het loopt van maandag tot vrijdag; vandaag zet je het klaar:',
      'Stuur je meekijker vandaag nog een bericht: tien minuten, elke vrijdag, vier weken lang. Een afspraak met een ander overleeft een slechte dinsdag beter dan een afspraak met jezelf.',
      'Onze volgende mail komt over {nextMailInWords}. Die gaat over het moment waarop het nieuwe eraf is.',
    ],
    points: [
      'Vandaag: Schrijf in één zin op waar je dit voor doet. Hang hem op waar je werkt.',
      'Maandag: Kies één uitkomst die je vrijdag kunt aanwijzen. "Offerte verstuurd" is er een, "aan de offerte gewerkt" niet.',
      'Elke dag voor 10.00: Dertig minuten aan die uitkomst, voordat je mail opengaat.',
      'Dinsdag, donderdag, zaterdag: Train op tijd of afstand, zoals 5 kilometer lopen of 2 kilometer roeien. Schrijf het getal op.',
      'Binnen een uur erna: Eet iets met eiwit en koolhydraten, zoals kwark met banaan en muesli, of rijst met kip of tofu.',
      'Vrijdag: Tien minuten terugkijken met iemand die meetelt. Gehaald of niet, en wat er maandag anders gaat.',
      'Na een piek: Twee lichte dagen, in je agenda gezet voordat de piek begon.',
    ],
  },
}

/** What trips people of a type first. */
const firstDays: SequenceStep['texts'] = {
  focus: {
    subject: 'Het blok dat geen einde had',
    preview: 'Doorgaan voelt als winst. De rekening komt na de lunch.',
    title: 'Stop terwijl het nog loopt.',
    paragraphs: [
      'Beginnen is bij jou zelden het probleem. Stoppen wel. Blok 1 loopt goed, dus worden 90 minuten er 130. De wandeling vervalt, de lunch komt een uur later, en om drie uur lees je dezelfde alinea voor de derde keer.',
      'Dat is geen gebrek aan wil. Je geeft de aandacht van de middag in de ochtend uit. Drie ingrepen houden de grens overeind:',
      'Zak je toch in, neem dan eerst een glas water en loop tien minuten. Is de dip er daarna nog, kijk dan naar je lunch voordat je naar een derde koffie kijkt.',
      'Kies er vandaag één uit, niet alle drie. Over {nextMailInWords} krijg je een mail waarmee je de lengte van je blok instelt, want 90 minuten is een begin en geen wet.',
    ],
    points: [
      'Wekker in de gang: Zet hem op 85 minuten. Om hem uit te zetten moet je opstaan, en dan sta je al.',
      'De laatste vijf minuten: Schrijf een volgende stap op die zo klein is dat je er morgen zonder nadenken in stapt. Een halve zin werkt ook.',
      'Lunch die klaarstaat: Maak hem de avond ervoor. Wie pas iets zoekt als de honger er is, eet aan het toetsenbord.',
    ],
  },
  energy: {
    subject: 'Een goede dag is je valkuil',
    preview: 'Waarom een dag met energie over de volgende kan kosten.',
    title: 'Geef je winst niet dezelfde avond uit.',
    paragraphs: [
      'Goed geslapen, goed ontbeten, en om vier uur heb je nog over. Dan komt de extra training, het late eten en een uur minder slaap. De dag erna begin je met achterstand, en lijkt het of het protocol niet werkt.',
      'Let deze week op drie plekken waar het weglekt:',
      'Wordt het een keer laat, houd dan de opstatijd en het ontbijt vast. De training mag die dag lichter, of weg. Eén gemiste training merk je nauwelijks, een verschoven ritme sleep je dagen mee.',
      'Blijf het uur van je dip noteren. Over {nextMailInWords} mailen we waar dat uur naar wijst.',
    ],
    points: [
      'De zaterdag: Twee uur uitslapen schuift je zondagavond mee. Sta hooguit een half uur later op en doe, als het moet, een dutje van twintig minuten voor 15.00.',
      'De drukke ochtend: Koffie met een banaan is nog geen ontbijt met eiwit. Een bak kwark die klaarstaat kost je twee minuten.',
      'De rustige training: Die gaat bijna altijd te hard. Haal je geen hele zin, ga dan langzamer, desnoods wandelend.',
    ],
  },
  stress: {
    subject: 'De afspraak die het eerst sneuvelt',
    preview: 'Je rustpunt is de enige afspraak waar niemand om vraagt.',
    title: 'Niemand mist jouw vijf minuten.',
    paragraphs: [
      'Om 12.10 belt er iemand met haast. Jij bent degene die kalm blijft, dus jij neemt op. Het rustpunt schuift naar straks, en straks komt niet. Zo gaat het zonder dat je iets fout doet: van jouw rust merkt een ander niets, tot ze weg is.',
      'Maak er daarom een afspraak van die opvalt:',
      'Word je van het ademen juist onrustig, laat het tellen dan los. Houd je ogen open en adem alleen langer uit dan in, of loop die vijf minuten. Het gaat om het stoppen en niet om de techniek.',
      'Ga door met je avondcijfer. Over {nextMailInWords} mailen we hoe je ze naast je agenda legt, en waar de druk dan vandaan blijkt te komen.',
    ],
    points: [
      'Zet het in je agenda: Een kwartier, elke dag. "Bezet" is uitleg genoeg.',
      'Geef het een plek: Dezelfde stoel, dezelfde trap, hetzelfde rondje. Dan hoef je niet meer te kiezen.',
      'Antwoord met een tijd: "Ik bel je om 12.45 terug." De meeste haast kan een half uur wachten.',
      'Houd een ondergrens: Geen vijf minuten, dan zes keer langzaam uitademen. Klein is iets anders dan overgeslagen.',
    ],
  },
  motivation: {
    subject: 'Als het nieuwe eraf is',
    preview: 'De eerste dag ging vanzelf. Dit doe je als dat ophoudt.',
    title: 'Nu begint het te tellen.',
    paragraphs: [
      'De start ging op enthousiasme. Misschien maakte je het doel meteen groter en trainde je harder dan er stond. Vandaag of morgen kost het voor het eerst moeite, en dan fluistert je hoofd dat een ander plan beter past. Een nieuw plan voelt als vooruitgang. Het is dezelfde start nog een keer.',
      'Drie regels voor deze week:',
      'Sla je een dag over, sla er dan niet twee over. Inhalen hoeft niet. Wie inhaalt, maakt van een gemiste dag een schuld, en daar loopt jouw motor slecht op.',
      'Over {nextMailInWords} schrijven we hoe je de finish bijstelt: te groot, te klein, of van een ander.',
    ],
    points: [
      'Geen nieuw plan voor vrijdag: Ideeën gaan op een lijst. Vrijdag mag je er één van kiezen.',
      'Leg een bodem: Een versie die zo klein is dat je er geen zin voor nodig hebt. Tien minuten werk, of één rondje om het blok. Bodem gehaald is dag gehaald.',
      'Eerst eten, dan beslissen: Wil je nergens aan beginnen, eet dan iets en wacht twintig minuten. Honger voelt vaak als geen zin.',
    ],
  },
}

/** How to change the plan by what was noticed. */
const adjust: SequenceStep['texts'] = {
  focus: {
    subject: 'Stel je bloklengte in',
    preview: 'Je notities zeggen of 90 minuten bij je past, of 50.',
    title: 'Jouw blok, jouw lengte.',
    paragraphs: [
      'Pak de regels erbij die je na elk blok schreef. Heb je er minder dan vier, noteer dan nog drie dagen en bewaar deze mail tot dan. Zoek anders de zin die het vaakst terugkomt:',
      'Verander één ding en houd het drie dagen vol. Verander je er twee tegelijk, dan weet je niet welk van de twee hielp.',
      'Over {nextMailInWords} krijg je de laatste mail van dit protocol: wat je vasthoudt in een slechte week, en wat er met early access komt.',
    ],
    points: [
      '"Ik begon te laat": Hang het blok aan iets wat je toch al doet, zoals je tweede koffie of het dichtdoen van de deur.',
      '"Na een uur was ik weg": Werk in blokken van 50 minuten met tien minuten pauze, drie op een dag. Lukt dat een week, maak er dan één langer.',
      '"Ik werd gestoord": Schrijf op door wie. Is het steeds dezelfde, spreek dan een vast moment af. Ben je het zelf, dan ligt je telefoon te dichtbij.',
      '"Blok 2 kwam niet op gang": Geef het ander werk, zoals lezen, nakijken of ordenen. Niet elk blok hoeft zwaar te zijn.',
      '"Ik lag wakker": Schuif de laatste koffie twee uur naar voren.',
    ],
  },
  energy: {
    subject: 'Het uur waarop je inzakt',
    preview: 'Wat een dip om elf, om drie of na het eten je kan zeggen.',
    title: 'Lees je dip.',
    paragraphs: [
      'Je noteerde het uur waarop je energie inzakte. Met dat uur kun je meer dan met een gevoel over de hele week. Zoek het jouwe op:',
      'Geef een verandering vier dagen voordat je de volgende doet. Is de dip weg, laat dan alles staan. Wat werkt hoeft niet beter.',
      'Blijf je weken moe terwijl je slaapt en eet zoals hier staat, laat dan je huisarts meekijken. Daar weet een mail te weinig voor.',
      'De laatste mail van dit protocol komt over {nextMailInWords}: je ankers voor een week waarin alles schuift, en wat er met early access komt.',
    ],
    points: [
      'Rond 11.00: Begin bij het ontbijt. Meer eiwit, minder zoet, en een glas water voor de tweede koffie.',
      'Rond 15.00: Begin bij de lunch. Een kleinere portie brood of pasta, en tien minuten lopen erna.',
      'Tijdens de training: Eet anderhalf uur ervoor een banaan en een boterham, of train in de ochtend.',
      'Na het avondeten: Dan ben je misschien gewoon moe. Ga vier dagen een half uur eerder naar bed.',
      'De hele dag: Neem een lichte week, met twee rustige trainingen en dezelfde opstatijd. Kijk of je genoeg eet voor wat je traint.',
    ],
  },
  stress: {
    subject: 'Wat je avondcijfers laten zien',
    preview: 'Leg ze naast je agenda, en kijk ook naar de dag ervoor.',
    title: 'Kijk naar de dag ervoor.',
    paragraphs: [
      'Leg je cijfers naast je agenda. Zoek de volste avond op, en kijk dan ook wat er de dag ervoor stond: wie veel opvangt, voelt het vaak later. Welke regel past bij jou:',
      'Past 12.15 niet in je dag, verplaats het rustpunt dan naar het moment waarop je thuiskomt: vijf minuten in de stilstaande auto, of naast je fiets. Het hoort tussen twee dingen in.',
      'Slaap je al weken slecht, of staat er elke avond een 9, praat dan met je huisarts. Dat vraagt een gesprek, geen mail.',
      'Over {nextMailInWords} sluiten we dit protocol af met de laatste mail: wat je nu al beslist voor een volle week, en wat er met early access komt.',
    ],
    points: [
      'Hoog na veel overleg: Zet tien minuten tussen twee afspraken. Loop naar een raam en schrijf één regel: van mij, of van een ander.',
      'Hoog na een late avond: Begin bij de slaap. Vijf avonden het scherm een uur voor bed weg in plaats van een half uur.',
      'Hoog zonder aanleiding: Tel wat je voor anderen bewaart. Geef er deze week twee van terug, met een datum erbij.',
      'Elke avond gelijk: Geef het cijfer voortaan voor het eten, en let op je kaken en schouders.',
      'Laag: Laat het plan zoals het is, en voeg niets toe.',
    ],
  },
  motivation: {
    subject: 'Verzet je finish',
    preview: 'Te groot, te klein of van een ander: zo merk je het.',
    title: 'Een doel mag je bijstellen.',
    paragraphs: [
      'Kijk naar je uitkomst van deze week, en naar het moment waarop je er niet aan begon. Wat je toen dacht, zegt wat er aan het doel schort:',
      'Lees je training net zo. Twee keer achter elkaar een slechter getal is vaker te weinig slaap of eten dan te weinig wil. Sla dan één zware sessie over.',
      'Vertel je meekijker vrijdag wat je hebt veranderd, en waarom. Wat je hardop uitlegt, is lastiger een smoes.',
      'Over {nextMailInWords} komt de laatste mail van dit protocol: wat je na een finish doet, en wat er met early access komt.',
    ],
    points: [
      '"Dat haal ik toch niet": Te groot. Halveer hem en houd de vrijdag vast.',
      '"Dat kan morgen ook": Te ver weg. Zet er een tijd op, of iemand die erop wacht.',
      '"Waarvoor ook alweer": Misschien van een ander. Lees je zin aan de muur terug, en schrijf een nieuwe als hij niet meer klopt.',
      '"Ik ben leeg": Een piek zonder lichte dagen erna. Neem ze nu: wandelen, vroeg slapen, gewoon eten.',
      '"Het ging vanzelf": Laat de uitkomst even groot, en maak het bewijs scherper. Wat ligt er vrijdag op tafel?',
    ],
  },
}

/** How to keep it, and what comes with early access. */
const keep: SequenceStep['texts'] = {
  focus: {
    subject: 'Je protocol in een slechte week',
    preview: 'Eén blok is de ondergrens. En wat er met early access komt.',
    title: 'Eén blok houdt de deur open.',
    paragraphs: [
      'Je weet nu welk deel voor jou werkt. Er komt een week die zich daar niets van aantrekt: een reis, griep, de deadline van een ander. Voor die week is dit genoeg:',
      'Begin daarna niet meteen met alles. Doe twee dagen het minimum, en zet dan het tweede blok terug. Vraag jezelf eens per maand hoe laat je eerste blok echt begint; dat ene getal zegt of het zakt.',
      'Bewaar je notities. Ze zijn je beginstand, waar je alles naast kunt leggen wat je er later bij neemt, ook wat van ons komt.',
      'Dit was de laatste mail van je protocol. Als early access opengaat, mailen we wat erin zit, hoe je het claimt, en wat er nog is van founding status en het Legacy Pack. De mystery bonus stack hoort bij je plek op de lijst.',
      'Je hoeft je inbox er niet voor open te houden: tot die tijd schrijven we niet.',
    ],
    points: [
      'Eén blok: 45 minuten, voor de eerste afspraak van de dag.',
      'Eén maaltijd: De lunch, op tijd en met eiwit, want daar begint jouw middag.',
      'Eén grens: De laatste koffie acht uur voor bed.',
    ],
  },
  energy: {
    subject: 'Wat je vasthoudt als alles schuift',
    preview: 'Twee ankers voor drukke weken. En wat er met early access komt.',
    title: 'Twee ankers blijven liggen.',
    paragraphs: [
      'Een nachtvlucht, een ziek kind, een verhuizing. Zulke weken hoef je niet te winnen. Je hoeft er alleen doorheen te komen met je ritme nog heel. Verdeel het plan dan in vieren:',
      'Kies daarna elke maand één getal om bij te houden: je opstatijd, je trainingen of het uur van je dip. Drie tegelijk wordt een baan.',
      'Hiermee is je protocol compleet; dit is de laatste mail ervan. Gaat early access open, dan schrijven we wat erin zit, hoe je erbij komt, en wat er over is van founding status en het Legacy Pack. Bij je plek op de lijst hoort de mystery bonus stack.',
      'Een supplement komt naast slaap, eten en bewegen, nooit in plaats ervan. Met je ankers op orde merk je eerlijker wat iets toevoegt. Tot early access hoor je niets van ons.',
    ],
    points: [
      'Vasthouden: De opstatijd, binnen een uur. En een ontbijt met eiwit, desnoods een beker kwark van het station.',
      'Inkorten: De training wordt twintig minuten, rustig. Een stevige wandeling telt.',
      'Loslaten: Porties afwegen, het perfecte avondeten, de derde training.',
      'Terugkomen: Eerst twee nachten op tijd naar bed, dan pas weer zwaar trainen.',
    ],
  },
  stress: {
    subject: 'Beslis het voordat het druk is',
    preview: 'Vier zinnen voor een volle week. En wat er met early access komt.',
    title: 'Beslis het nu, niet dan.',
    paragraphs: [
      'In een volle week kies je slecht wat blijft liggen, want alles vraagt tegelijk. Kies het daarom vandaag. Vul vier regels in en bewaar ze waar je ze terugvindt:',
      'Geef je avondcijfer nog één week per maand. Staat er twee avonden achter elkaar een 8 of hoger, dan gaat je ondergrens in, zonder overleg met jezelf.',
      'Dit is de laatste van de {sequenceMailsInWords}. De eerstvolgende komt als early access opengaat, met wat erin zit, hoe je het claimt, en wat er nog is van founding status en het Legacy Pack. De mystery bonus stack staat al bij je plek.',
      'Je hoeft er niets voor te onthouden, want alles staat dan in die mail. Tot die tijd is het stil van onze kant.',
    ],
    points: [
      'Mijn teken: Waaraan merk ik het het eerst? Kort antwoorden, laat inslapen, vergeten te eten.',
      'Mijn ondergrens: Zes langzame uitademingen voor de lunch, drie regels om vijf uur. Meer hoeft die week niet.',
      'Mijn nee: Wat zeg ik af, en tegen wie? Vul een naam in.',
      'Mijn mens: Wie mag zeggen dat ik te veel draag, ook als ik zeg dat het gaat?',
    ],
  },
  motivation: {
    subject: 'Wat je doet na de finish',
    preview: 'Twee lichte dagen, dan pas een nieuw doel. En wat er met early access komt.',
    title: 'Plan het gat in.',
    paragraphs: [
      'Je hebt een finish gehaald of verzet. Nu komt het deel waarop jouw type het makkelijkst afhaakt: het gat erna. Dat vul je niet met een groter doel. Geef het een vorm:',
      'Houd een lijst bij van alles wat je haalde, met de datum erbij. Op een dag zonder zin is die lijst beter bewijs dan een goed voornemen.',
      'Dit was de laatste mail van je protocol, en de volgende finish ligt bij ons. Zodra early access opengaat, krijg je een mail met wat erin zit, hoe je het claimt, en wat er over is van founding status en het Legacy Pack. Je plek op de lijst heb je al, en de mystery bonus stack hoort erbij.',
      'Tot dan schrijven we niet. De komende maandag is van jou.',
    ],
    points: [
      'De eerste twee dagen: Licht. Wandelen, vroeg naar bed, gewone maaltijden, geen plan.',
      'De derde dag: Schrijf op wat het je bracht en wat het kostte. Twee zinnen, samen met je meekijker.',
      'De vierde dag: Kies de volgende uitkomst. Hij mag kleiner zijn dan de vorige.',
      'Elke vierde week: Geen uitkomst, alleen de bodem. Train op gevoel en laat het getal thuis.',
    ],
  },
}

/** The words of the mails that follow a quiz result, in the order of its steps. */
export const sequence = {
  steps: [{ texts: protocol }, { texts: firstDays }, { texts: adjust }, { texts: keep }],
}

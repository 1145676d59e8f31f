/**
 * Mailbox providers that many unrelated people share, each domain by its name: a budget per domain
 * would delay honest sign-ups there. A name belongs here only while its provider owns it, as a
 * pattern like `hotmail.*` would trust whoever registers the next one.
 */
export const largeProviders: ReadonlySet<string> = named(`
  gmail.com googlemail.com
  hotmail.com hotmail.at hotmail.be hotmail.ca hotmail.ch hotmail.cl hotmail.co.id hotmail.co.il
  hotmail.co.in hotmail.co.jp hotmail.co.kr hotmail.co.nz hotmail.co.th hotmail.co.uk hotmail.co.za
  hotmail.com.ar hotmail.com.au hotmail.com.br hotmail.com.hk hotmail.com.tr hotmail.com.tw
  hotmail.com.vn hotmail.cz hotmail.de hotmail.dk hotmail.es hotmail.fi hotmail.fr hotmail.gr
  hotmail.hu hotmail.it hotmail.my hotmail.nl hotmail.no hotmail.ph hotmail.pt hotmail.rs
  hotmail.se hotmail.sg hotmail.sk
  live.com live.at live.be live.ca live.ch live.cl live.cn live.co.kr live.co.uk live.co.za
  live.com.ar live.com.au live.com.mx live.com.my live.com.ph live.com.pt live.com.sg live.de
  live.dk live.fi live.fr live.hk live.ie live.in live.it live.jp live.nl live.no live.ru live.se
  outlook.com outlook.at outlook.be outlook.cl outlook.co.id outlook.co.il outlook.co.th
  outlook.com.ar outlook.com.au outlook.com.br outlook.com.gr outlook.com.tr outlook.com.vn
  outlook.cz outlook.de outlook.dk outlook.es outlook.fr outlook.hu outlook.ie outlook.in
  outlook.it outlook.jp outlook.kr outlook.lv outlook.my outlook.ph outlook.pt outlook.sa
  outlook.sg outlook.sk msn.com windowslive.com
  yahoo.com yahoo.at yahoo.be yahoo.ca yahoo.ch yahoo.cl yahoo.co.id yahoo.co.in yahoo.co.jp
  yahoo.co.kr yahoo.co.nz yahoo.co.th yahoo.co.uk yahoo.co.za yahoo.com.ar yahoo.com.au
  yahoo.com.br yahoo.com.co yahoo.com.hk yahoo.com.mx yahoo.com.my yahoo.com.pe yahoo.com.ph
  yahoo.com.sg yahoo.com.tr yahoo.com.tw yahoo.com.ve yahoo.com.vn yahoo.cz yahoo.de yahoo.dk
  yahoo.es yahoo.fi yahoo.fr yahoo.gr yahoo.hu yahoo.ie yahoo.in yahoo.it yahoo.nl yahoo.no
  yahoo.pl yahoo.pt yahoo.ro yahoo.se ymail.com rocketmail.com myyahoo.com
  aol.com aol.co.uk aol.de aol.es aol.fr aol.it aol.nl aim.com
  icloud.com me.com mac.com
  gmx.de gmx.net gmx.at gmx.biz gmx.ch gmx.co.uk gmx.com gmx.es gmx.eu gmx.fr gmx.info gmx.it
  gmx.li gmx.org gmx.us caramail.com web.de email.de mail.com email.com
  proton.me protonmail.com protonmail.ch pm.me
  tutanota.com tutanota.de tutamail.com tuta.io tuta.com keemail.me
  fastmail.com fastmail.fm zoho.com zoho.eu zoho.in zohomail.com zohomail.eu zohomail.in hey.com
  posteo.de posteo.net mailbox.org runbox.com hushmail.com
  yandex.com yandex.ru ya.ru yandex.by yandex.kz yandex.ua yandex.com.tr yandex.az yandex.co.il
  yandex.com.ge yandex.ee yandex.fr yandex.kg yandex.lt yandex.lv yandex.md yandex.tj yandex.tm
  yandex.uz narod.ru mail.ru bk.ru inbox.ru list.ru internet.ru xmail.ru rambler.ru lenta.ru
  autorambler.ru myrambler.ru ro.ru ukr.net i.ua meta.ua bigmir.net
  qq.com foxmail.com 163.com 126.com yeah.net vip.163.com sina.com sina.cn sohu.com 139.com 189.cn
  21cn.com aliyun.com naver.com hanmail.net daum.net kakao.com nate.com
  docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp ymobile.ne.jp nifty.com ocn.ne.jp
  rediffmail.com hinet.net pchome.com.tw netvigator.com singnet.com.sg
  orange.fr wanadoo.fr voila.fr free.fr aliceadsl.fr libertysurf.fr laposte.net sfr.fr neuf.fr
  cegetel.net club-internet.fr numericable.fr noos.fr bbox.fr
  libero.it inwind.it iol.it blu.it virgilio.it alice.it tin.it tim.it tiscali.it email.it
  fastwebnet.it vodafone.it poste.it
  t-online.de magenta.de freenet.de arcor.de vodafone.de online.de o2online.de o2mail.de
  aon.at a1.net chello.at bluewin.ch hispeed.ch sunrise.ch bluemail.ch
  ziggo.nl kpnmail.nl kpnplanet.nl planet.nl hetnet.nl home.nl xs4all.nl chello.nl upcmail.nl
  casema.nl quicknet.nl tele2.nl online.nl caiway.nl zeelandnet.nl zonnet.nl telfort.nl solcon.nl
  telenet.be pandora.be skynet.be proximus.be belgacom.net scarlet.be voo.be
  btinternet.com btopenworld.com talk21.com btconnect.com sky.com virginmedia.com virgin.net
  ntlworld.com blueyonder.co.uk talktalk.net tiscali.co.uk o2.co.uk eircom.net
  comcast.net verizon.net att.net sbcglobal.net bellsouth.net pacbell.net ameritech.net swbell.net
  cox.net charter.net spectrum.net twc.com roadrunner.com optonline.net optimum.net earthlink.net
  mindspring.com frontier.com frontiernet.net windstream.net centurylink.net q.com embarqmail.com
  juno.com netzero.net netzero.com suddenlink.net
  rogers.com shaw.ca sympatico.ca bell.net telus.net videotron.ca cogeco.ca
  bigpond.com bigpond.net.au bigpond.com.au optusnet.com.au iinet.net.au tpg.com.au xtra.co.nz
  uol.com.br bol.com.br terra.com.br terra.com ig.com.br globo.com globomail.com oi.com.br r7.com
  zipmail.com.br prodigy.net.mx speedy.com.ar fibertel.com.ar arnet.com.ar
  terra.es telefonica.net ono.com movistar.es wanadoo.es ya.com sapo.pt clix.pt netcabo.pt
  telia.com comhem.se bredband.net spray.se online.no broadpark.no mail.dk stofanet.dk jubii.dk
  elisanet.fi kolumbus.fi saunalahti.fi luukku.com suomi24.fi
  seznam.cz email.cz post.cz centrum.cz atlas.cz volny.cz azet.sk zoznam.sk centrum.sk post.sk
  wp.pl o2.pl tlen.pl onet.pl onet.eu op.pl vp.pl poczta.onet.pl interia.pl interia.eu poczta.fm
  gazeta.pl neostrada.pl int.pl
  freemail.hu citromail.hu indamail.hu t-online.hu abv.bg mail.bg otenet.gr siol.net net.hr
  inbox.lv inbox.lt mail.ee hot.ee walla.co.il walla.com netvision.net.il mynet.com
`)

/**
 * Services that make an address of their own for each site and pass its mails on. They are large
 * for the mail budgets alone: what they refuse says little about our mail, as each mailbox behind
 * them is another provider's.
 */
export const relays: ReadonlySet<string> = named(
  'privaterelay.appleid.com mozmail.com relay.firefox.com duck.com',
)

/** Domains that have no budget of their own for mails. */
export const withoutDomainBudget: ReadonlySet<string> = new Set([...largeProviders, ...relays])

/** Every domain that is no large provider: a count of a single domain may be one person's. */
export const otherProviders = 'other'

/** The provider that a mail to `domain` is counted under: a large provider's domain, or `other`. */
export const providerOf = (domain: string): string =>
  largeProviders.has(domain) ? domain : otherProviders

function named(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

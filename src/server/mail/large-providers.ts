/** Mailbox providers that many unrelated people share: a bound per recipient domain would hold up honest sign-ups there. */
export const largeProviders: ReadonlySet<string> = new Set([
  'gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'hotmail.nl', 'live.nl', 'outlook.de', 'hotmail.de', 'hotmail.fr',
  'hotmail.co.uk', 'yahoo.com', 'yahoo.co.uk', 'yahoo.de', 'yahoo.fr', 'yahoo.co.in', 'ymail.com', 'rocketmail.com', 'aol.com', 'icloud.com', 'me.com',
  'mac.com', 'proton.me', 'protonmail.com', 'pm.me', 'gmx.de', 'gmx.net', 'gmx.com', 'gmx.at', 'gmx.ch', 'web.de', 't-online.de', 'freenet.de', 'mail.com',
  'fastmail.com', 'zoho.com', 'hey.com', 'yandex.com', 'yandex.ru', 'mail.ru', 'qq.com', '163.com', '126.com', 'naver.com', 'orange.fr', 'free.fr',
  'laposte.net', 'sfr.fr', 'libero.it', 'virgilio.it', 'btinternet.com', 'sky.com', 'comcast.net', 'verizon.net', 'att.net', 'ziggo.nl', 'kpnmail.nl',
  'planet.nl', 'hetnet.nl', 'home.nl', 'xs4all.nl', 'chello.nl', 'telenet.be', 'skynet.be', 'bluewin.ch', 'seznam.cz', 'wp.pl', 'onet.pl', 'interia.pl',
])

import { describe, expect, test } from 'vitest'
import { meaningOf } from './meaning.ts'
import { type Answer, type Meaning } from './answer.ts'

/** Answers as mail servers give them, in the session, after the final dot and in reports. */
const steps: readonly Answer['step'][] = ['recipient', 'message', null]

const meanings = (text: string): Meaning[] =>
  steps.map((step) =>
    meaningOf({
      step,
      code: Number(text.slice(0, 3)) || null,
      status: '',
      text,
      recipient: 'sanne@mail.example',
    }),
  )

const bounces = (text: string) =>
  meanings(text).map((meaning) => (meaning.about === 'mailbox' ? meaning.bounce : meaning.about))

describe('[BACK-4] an unknown user is a hard bounce in the language of the server', () => {
  test.each([
    '550 Empfänger unbekannt',
    '550 Kein solcher Benutzer',
    '550 Destinataire inexistant',
    '550 Adresse introuvable',
    '550 Destinatario no encontrado',
    '550 Casella inesistente',
    '550 Geen mailbox met die naam',
    '550 Destinatário desconhecido',
    '550 Utilizador inexistente',
    '550 Nie ma takiego użytkownika',
    '550 Nieznany odbiorca',
    '550 Okänd användare',
    '550 Ukendt modtager',
    '550 Ukjent bruker',
    '550 Tuntematon käyttäjä',
    '550 Uživatel neexistuje',
    '550 Felhasználó nem létezik',
    '550 Пользователь не найден',
    '550 Нет такого пользователя',
    '550 Böyle bir kullanıcı yok',
    '550 用户不存在',
    '550 해당 사용자가 존재하지 않습니다',
    '550 ユーザーが存在しません',
  ])('%s', (text) => expect(bounces(text)).toEqual(['hard', 'hard', 'hard']))
})

describe('[BACK-4] an unknown user is a hard bounce beside a status that says nothing of it', () => {
  test.each([
    '550 5.7.1 <sanne@mail.example>... User unknown',
    '550 5.7.1 No such user here',
    '550 5.7.0 Recipient not found.',
    '550 5.0.0 Error: user unknown',
    '550 mail rejected: user unknown',
    '550 No such mail drop defined',
  ])('%s', (text) => expect(bounces(text)).toEqual(['hard', 'hard', 'hard']))
})

describe('[BACK-4] a full mailbox is a soft bounce in the language of the server', () => {
  test.each([
    '552 El buzón del destinatario está lleno',
    '552 A caixa postal está cheia',
    '552 Postvak is vol',
    '552 Skrzynka odbiorcy jest pełna',
    '552 Почтовый ящик переполнен',
    '552 受信者のメールボックスがいっぱいです',
    '552 邮箱已满',
    '550 Das Postfach ist gesperrt',
    '550 Konto odbiorcy jest zablokowane',
    '550 5.5.0 Le compte du destinataire est bloque.',
    '550 Domain mail.example is suspended',
  ])('%s', (text) => expect(bounces(text)).toEqual(['soft', 'soft', 'soft']))
})

describe('[BACK-4] words about the sender, the session or the text are never a hard bounce', () => {
  test.each([
    '550 The sending domain does not exist',
    '550 Your domain does not exist in DNS',
    '550 Your host name not found in DNS',
    '550 HELO name is invalid / host not found',
    '550 From address not valid',
    '550 Return address invalid',
    "550 The sender's mailbox does not exist",
    '550 the domain in the From header does not exist',
    '550 URL domain in text does not exist',
    '550 Address in your signature invalid',
    '554 your IP address does not exist in our whitelist',
    '550 5.6.0 invalid address in header',
    '550 5.1.0 Sender domain has null MX',
    '550 5.1.1 unknown sender',
    '550 5.1.1 blocked',
    '550 5.1.1 Access denied',
    '550 5.1.1 Recipient has blocked you',
    '550 5.1.1 The recipient does not accept mails from outside',
    '550 5.1.1 callout to sender failed: mailbox does not exist',
    '550 5.1.2 sender host rejected',
    '550 Requested action not taken: mailbox unavailable due to policy',
    "550 Denied by recipient's filter: address not known",
    '550 TLS: name of host not valid',
    '550 This link is no longer valid',
    '551 User not local; we do not relay',
    '550 Unbekannter Absender',
    '550 Absender existiert nicht',
    '550 Expéditeur inconnu',
    '550 Remitente desconocido',
    '550 发件人地址不存在',
    '550 送信者が存在しません',
    '550 Unknown error',
    '554 5.0.0 Unbekannter Fehler',
    '550 Erreur inconnue',
    '550 Error desconocido',
    '550 неизвестная ошибка',
    '550 The group probably does not exist, or takes no mail of you',
    '550 skupina pravděpodobně neexistuje',
    '550 5.2.0 Mail rejete. Mail rejected. OFR_506 [506]',
    '521 5.2.1 : AOL will not accept delivery of this message.',
    '521 5.2.1 :  (DNS:NR)  https://postmaster.example/error-codes',
  ])('%s', (text) => expect(bounces(text)).not.toContain('hard'))
})

describe('[MAIL-1] what services say about the account, in further words and languages', () => {
  test.each([
    '550 5.7.0 Number of recipients in last 24 hours exceeded for this account',
    '552 5.3.4 You have exceeded the number of messages that you can send per day',
    '552 #5.7.1 You have sent more than 100 messages in the past hour',
    '550 5.7.1 Nombre maximum de mails par jour atteint pour votre compte',
    '550 5.7.1 Superato il numero massimo di messaggi giornalieri',
    '550 5.7.1 Limite diário de envio atingido',
    '550 5.7.1 Przekroczono dzienny limit wysłanych wiadomości',
    '554 5.7.1 Message limit exceeded for user hello@fuel.example',
    '550 Daily frequency limited',
    '550 5.7.1 Sie haben die maximale Anzahl an E-Mails pro Tag erreicht',
    "550 5.7.1 quota journalier d'envoi dépassé",
    '550 You have used all 3000 emails of your plan',
    '550 5.7.1 API key has been revoked',
    '550 5.7.1 SMTP credentials are disabled',
    '550 5.7.1 Please verify your domain before sending',
    '550 Please complete your profile to begin sending',
    '550 Service suspended. Contact billing',
    '550 5.7.1 Mail submission for this mailbox has been disabled by the administrator',
    '554 5.7.1 Sender domain fuel.example is not in the list of allowed domains',
    '501 mail from address must be same as authorization user',
    '550 Message sending for non-local domain needs authentication',
    '550 5.7.1 Client does not have permission to submit mail to this server',
    '550 5.7.1 You must check for new mail before sending mail (POP before SMTP)',
    '550 Konto gesperrt wegen Missbrauchs',
    '550 Ihr Mailversand wurde gesperrt',
    "550 L'envoi de mails est bloqué pour votre compte",
    '550 Envío bloqueado para su cuenta',
    "550 L'invio è stato bloccato",
    '550 Uw account mag geen mail verzenden',
    '550 5.7.1 Compte suspendu',
    '550 Cuenta suspendida',
    '550 Аккаунт заблокирован',
    '550 A sua conta foi suspensa',
    '550 Twoje konto zostało zablokowane',
    '550 Ваш аккаунт заблокирован',
    '550 5.7.1 Domain fuel.example is disabled',
    '550 5.7.1 No active subscription',
    '554 5.7.1 Account balance is too low to send',
    '525 5.7.1 Unauthorized IP address',
    '550 5.7.30 Basic authentication is not supported for Client Submission.',
    '553 5.7.1 <hello@fuel.example>: Sender address rejected: not logged in',
    '554 5.7.0 From domain must match SMTP authenticated domain',
    '550 5.7.1 Sending domain is not authenticated',
    '550 Sending has been rejected because the sender you used is not valid. Authenticate your domain',
  ])('%s', (text) =>
    expect(meanings(text).map(({ about }) => about)).toEqual(['account', 'account', 'account']),
  )
})

describe('[MAIL-1] what a receiver says about its own mailboxes or users does not hold the queue', () => {
  test.each([
    "550 The recipient's account is suspended for unpaid invoices",
    '550 5.7.1 hello@fuel.example has sent too many messages to our users today',
    '452 Too many messages delivered from your server in the last hour',
    '550 5.7.1 RESOLVER.RST.AuthRequired; authentication required',
    '550 5.7.129 RESOLVER.RST.Restricted; not authorized to send to recipient',
    '550 5.7.1 rejected: sender country not allowed',
  ])('%s', (text) => expect(meanings(text).map(({ about }) => about)).not.toContain('account'))
})

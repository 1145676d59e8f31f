import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterFile } from './after-file.ts'
import { makeCertificate } from './certificates.ts'
import { reservePort } from './reserved-port.ts'

const program = '/usr/sbin/dovecot'
export const hasDovecot = (): boolean => fs.existsSync(program)

/**
 * A real IMAP server in a temporary folder, as an unprivileged user. It ends with the test file.
 * With `tls` it has a certificate that nobody trusts.
 */
export async function openDovecot({ tls = false } = {}) {
  if (!hasDovecot())
    throw new Error('The tests need an IMAP server on this machine: apt-get install dovecot-imapd')
  const account = unprivileged()
  const folder = fs.mkdtempSync(join(tmpdir(), 'ascend-imap-'))
  const [port, tlsPort] = [await reservePort(), await reservePort()]
  const { key, cert } = makeCertificate({ name: '127.0.0.1' })
  const conf = configuration({ folder, port, tlsPort, tls, ...account })
  for (const [name, text] of Object.entries({ key, cert, conf }))
    fs.writeFileSync(join(folder, name), text)
  const own = (path: string) => {
    if (account.isOther) fs.chownSync(path, account.uid, account.gid)
  }
  own(folder)
  const server = spawn(program, ['-F', '-c', join(folder, 'conf')], {
    ...(account.isOther && { uid: account.uid, gid: account.gid }),
    stdio: 'ignore',
  })
  afterFile(async () => {
    const exit = once(server, 'exit')
    if (server.exitCode === null && server.kill()) await exit
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  await answers(port)
  let mailboxes = 0
  return {
    /** An empty mailbox of a user of its own. */
    newMailbox() {
      const user = `bounce${++mailboxes}`
      return {
        url: `imap://${user}:secret@127.0.0.1:${port}?allowInsecure=true`,
        imapsUrl: `imaps://${user}:secret@127.0.0.1:${tlsPort}`,
        ...openMaildir(join(folder, user), own),
      }
    },
  }
}

function openMaildir(inbox: string, own: (path: string) => void) {
  for (const path of [inbox, ...['new', 'cur', 'tmp'].map((part) => join(inbox, part))]) {
    fs.mkdirSync(path)
    own(path)
  }
  let delivered = 0
  return {
    /** Puts mails into the inbox as a mail server does: written elsewhere, then moved. */
    deliver(...mails: readonly Uint8Array[]) {
      for (const mail of mails) {
        const name = `${String(++delivered).padStart(8, '0')}.test`
        const path = join(inbox, 'tmp', name)
        fs.writeFileSync(path, mail)
        own(path)
        fs.renameSync(path, join(inbox, 'new', name))
      }
    },
    /** The number of mails in the inbox, or in the folder of that name. */
    count: (name?: string) =>
      ['new', 'cur']
        .map((part) => join(inbox, name ? `.${name}` : '', part))
        .filter(fs.existsSync)
        .reduce((sum, path) => sum + fs.readdirSync(path).length, 0),
  }
}

type Account = { user: string; group: string; uid: number; gid: number; isOther: boolean }

/** Root cannot run an unprivileged server as itself: the package's own user does. */
function unprivileged(): Account {
  const own = userInfo()
  const isOther = own.uid === 0
  const user = isOther ? 'dovecot' : own.username
  const ask = (flag: string) => execFileSync('id', [flag, user], { encoding: 'utf8' }).trim()
  return { user, group: ask('-gn'), uid: Number(ask('-u')), gid: Number(ask('-g')), isOther }
}

const configuration = (
  at: Account & { folder: string; port: number; tlsPort: number; tls: boolean },
) => `
protocols = imap
listen = 127.0.0.1
base_dir = ${at.folder}/run
state_dir = ${at.folder}/state
log_path = ${at.folder}/log
default_internal_user = ${at.user}
default_internal_group = ${at.group}
default_login_user = ${at.user}
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${at.folder}/%u
mail_fsync = never
disable_plaintext_auth = no
auth_failure_delay = 0
ssl = ${at.tls ? 'yes' : 'no'}
ssl_cert = <${at.folder}/cert
ssl_key = <${at.folder}/key
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${at.uid} gid=${at.gid} home=${at.folder}/%u
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${at.port}
  }
  inet_listener imaps {
    port = ${at.tlsPort}
    ssl = yes
  }
}
service stats {
  chroot =
}
`

async function answers(port: number): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await sleep(20)) {
    const socket = connect(port, '127.0.0.1')
    const greeting = await once(socket, 'data').catch(() => null)
    socket.destroy()
    if (greeting) return
    if (Date.now() > deadline) throw new Error('The IMAP server did not start')
  }
}

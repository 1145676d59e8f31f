import { expect, test } from 'vitest'
import { StartRefused } from '#server/config/start-refused.ts'
import { StoreUnavailable } from './store.ts'
import { explainPostgres } from './open-postgres.ts'

/** What the start says of an error of Postgres, a pooler, TLS or the network. */
function said(cause: { code?: string; message: string; severity?: string; path?: string }) {
  const error = Object.assign(new Error(cause.message), cause)
  const found = explainPostgres(new StoreUnavailable('Postgres', { cause: error }), 'The database')
  if (!(found instanceof StartRefused)) throw new Error('not a sentence for the operator')
  return found.message
}
const refused = (code: string, message: string) => ({ severity: 'FATAL', code, message })
const broken = (code: string, message: string) => ({ code, message })

// Answers of Postgres 15, PgBouncer 1.18 and Node 26, and of providers of Postgres.
test.each([
  [
    refused('08P01', 'unsupported startup parameter: statement_timeout'),
    /08P01: unsupported startup parameter: statement_timeout.* ignore_startup_parameters = statement_timeout/,
  ],
  [
    refused('08P01', 'unsupported startup parameter in options: search_path'),
    /ignore_startup_parameters = search_path/,
  ],
  [refused('08P01', 'no such database: nodb'), /no such database: nodb.* \[databases\]/],
  [refused('3D000', 'database "nodb" does not exist'), /does not exist: create it/],
  [refused('08P01', 'password authentication failed'), /refuses this user or password.* auth_file/],
  [
    refused('28P01', 'password authentication failed for user "u"'),
    /'password authentication failed for user "u"' and refuses this user or password: correct/,
  ],
  [refused('28000', 'role "u" does not exist'), /refuses this user or password/],
  [
    refused(
      '28000',
      'no pg_hba.conf entry for host "10.0.0.7", user "u", database "d", no encryption',
    ),
    /without TLS .* add \?sslmode=verify-full/,
  ],
  [
    refused('28000', 'no pg_hba.conf entry for host "10.0.0.7", user "u", database "d", SSL off'),
    /add \?sslmode=verify-full/,
  ],
  [
    refused(
      '28000',
      'no pg_hba.conf entry for host "10.0.0.7", user "u", database "d", SSL encryption',
    ),
    /from here .* allow the user, the database and this address in pg_hba\.conf/,
  ],
  [
    refused('08P01', 'SSL required'),
    /refuses this connection without TLS \(SSL required\): add \?sslmode=verify-full/,
  ],
  [refused('28000', 'connection is insecure (try using `sslmode=require`)'), /without TLS/],
  [{ message: 'The server does not support SSL connections' }, /offers no TLS/],
  [broken('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), /sslrootcert=/],
  [broken('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in chain'), /sslrootcert=/],
  [broken('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify'), /sslrootcert=/],
  [broken('CERT_HAS_EXPIRED', 'certificate has expired'), /CERT_HAS_EXPIRED/],
  [broken('ERR_TLS_CERT_ALTNAME_INVALID', 'Hostname/IP does not match'), /the host as the/],
  [
    { ...broken('ENOENT', 'ENOENT: no such file'), path: '/etc/none.pem' },
    /the file \/etc\/none\.pem, which cannot be read \(ENOENT\)/,
  ],
  [
    { message: 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string' },
    /asks for a password/,
  ],
  [refused('53300', 'sorry, too many clients already'), /no connection left .* max_connections/],
  [
    refused('53300', 'remaining connection slots are reserved for roles with SUPERUSER'),
    /no connection left/,
  ],
  [
    refused('08P01', 'no more connections allowed (max_client_conn)'),
    /no connection left.* \(max_client_conn of PgBouncer\)/,
  ],
  [refused('57P03', 'the database system is starting up'), /takes no connections yet/],
  [refused('08P01', 'server login has been failing, try again later'), /cannot reach its Postgres/],
  [broken('ENOTFOUND', 'getaddrinfo ENOTFOUND db.example'), /host name that is not known here/],
  [{ message: 'Connection terminated due to connection timeout' }, /firewall/],
  [broken('ECONNREFUSED', 'connect ECONNREFUSED'), /does not answer \(ECONNREFUSED\): start it/],
  [
    refused('08P01', 'bouncer config error'),
    /refuses the connection \(08P01: bouncer config error\)/,
  ],
])('of %j the start says what was refused and what to do', (cause, sentence) => {
  expect(said(cause)).toMatch(/^The database .*\.$/)
  expect(said(cause)).toMatch(sentence)
})

test('an error that is no refusal stays what it is', () => {
  const error = new TypeError('undefined is not a function')
  expect(explainPostgres(error, 'The database')).toBe(error)
})

import type { FastifyReply, FastifyRequest } from 'fastify'

/** What PostgREST answers in place of rows; the client reports it as it is. Nothing in it was sent by a visitor but a column's name. */
export type RestError = {
  status: number
  code: string
  message: string
  details: string | null
  hint: string | null
  retryAfterS?: number
}

const restError = (
  status: number,
  code: string,
  message: string,
  details: string | null = null,
  hint: string | null = null,
): RestError => ({ status, code, message, details, hint })

/** PostgreSQL's codes, PostgREST's own (PGRST…), and PT + status for what neither has a code for, as PostgREST lets a database raise it. */
export const restErrors = {
  notJson: restError(400, 'PGRST102', 'Empty or invalid json'),
  notRows: restError(
    400,
    'PGRST102',
    'All object keys must match',
    null,
    'Send one object, or an array of one object.',
  ),
  manyRows: (count: number) =>
    restError(
      400,
      'P0001',
      'quiz_results takes one row a request',
      `The body holds ${count} rows.`,
      'Send each result in a request of its own.',
    ),
  notSingular: (count: number) =>
    restError(
      406,
      'PGRST116',
      'Cannot coerce the result to a single JSON object',
      `The result contains ${count} rows`,
    ),
  notAcceptable: restError(
    406,
    'PGRST107',
    'None of these media types are available',
    null,
    'Ask for application/json or application/vnd.pgrst.object+json.',
  ),
  badSelect: restError(
    400,
    'PGRST100',
    'failed to parse select parameter',
    null,
    'Columns, alias:column and * are read here.',
  ),
  noSelected: (column: string) =>
    restError(400, '42703', `column quiz_results.${column} does not exist`),
  noColumn: (column: string) =>
    restError(
      400,
      'PGRST204',
      `Could not find the '${column}' column of 'quiz_results' in the schema cache`,
    ),
  drawnColumn: (column: string) =>
    restError(
      400,
      '428C9',
      `cannot insert a non-DEFAULT value into column "${column}"`,
      `Column "${column}" is drawn by the server.`,
    ),
  nullColumn: (column: string) =>
    restError(
      400,
      '23502',
      `null value in column "${column}" of relation "quiz_results" violates not-null constraint`,
    ),
  failedCheck: (column: string, details: string) =>
    restError(
      400,
      '23514',
      `new row for relation "quiz_results" violates check constraint "quiz_results_${column}_check"`,
      details,
    ),
  badKey: restError(
    400,
    '22P02',
    'invalid input syntax for the idempotency key',
    'It is 128 random bits or more, in letters, digits, - and _.',
  ),
  otherBody: restError(
    409,
    '23505',
    'duplicate key value violates unique constraint "quiz_results_idempotency_key_key"',
    'This key has saved another result.',
    'Draw a new key with each result.',
  ),
  insertOnly: restError(
    401,
    '42501',
    'permission denied for table quiz_results',
    null,
    'Visitors may insert, and read back the row just inserted in the same response.',
  ),
  noKey: (message: string) => restError(401, 'PGRST301', message),
  noTable: restError(404, 'PGRST205', 'Could not find the table in the schema cache'),
  noFunction: restError(404, 'PGRST202', 'Could not find the function in the schema cache'),
  crossSite: restError(
    403,
    'PT403',
    'This call came from a page of another site',
    null,
    'Send it from the page of the quiz or from a server.',
  ),
  tooLarge: restError(413, 'PT413', 'The body is larger than 8 KiB'),
  notRead: restError(
    415,
    'PT415',
    'This content type is not read here',
    null,
    'Send application/json.',
  ),
  overBudget: (retryAfterS: number) => ({
    ...restError(
      429,
      'PT429',
      'Too many results from this network',
      null,
      'Try again after the seconds in Retry-After.',
    ),
    retryAfterS,
  }),
  away: (retryAfterS: number) => ({
    ...restError(
      503,
      'PGRST001',
      'The result is not saved yet',
      null,
      'Send it again after the seconds in Retry-After.',
    ),
    retryAfterS,
  }),
  broken: restError(500, 'XX000', 'Something broke on our side', null, 'Try again in a minute.'),
} as const

/** Answers a path below /rest/v1 that names no table and no function (CALL-6). */
export const sendUnknownTable = (request: FastifyRequest, reply: FastifyReply) =>
  sendRestError(
    reply,
    request.url.startsWith('/rest/v1/rpc/') ? restErrors.noFunction : restErrors.noTable,
  )

export function sendRestError(
  reply: FastifyReply,
  { status, retryAfterS, code, details, hint, message }: RestError,
) {
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({ code, details, hint, message })
}

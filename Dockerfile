# One image for both engines: SQLite in the volume /data, or Postgres by DATABASE_URL. docs/operating.md says how it is used.
FROM node:26.10.0-slim AS built
WORKDIR /app
ENV ASCEND_NODE=/usr/local/bin/node
# What the lockfile names, and nothing else; a layer of its own, which a change of the sources leaves as it is.
COPY package.json package-lock.json .npmrc ./
COPY scripts/ready.js scripts/
COPY scripts/ready scripts/ready
RUN node scripts/ready.js --install-only
COPY . .
# Builds; then only what the server needs is left.
RUN node scripts/ready.js && npm prune --omit=dev --omit=optional --no-audit --no-fund

FROM node:26.10.0-slim
WORKDIR /app
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data ASCEND_NODE=/usr/local/bin/node
COPY --from=built --chown=node:node /app /app
RUN mkdir /data && chown node:node /data
USER node
# The cache of compiled code is one user's own.
RUN ["node", "src/server/main.ts", "--warm"]
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["npm", "start", "--silent"]

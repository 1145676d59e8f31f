# One image for both engines: SQLite in the volume /data, or Postgres by DATABASE_URL. docs/operating.md says how it is used.
FROM node:26-slim AS built
WORKDIR /app
COPY . .
# Installs from the lockfile and builds; then only what the server needs is left.
RUN node scripts/ready.js && npm prune --omit=dev --no-audit --no-fund

FROM node:26-slim
WORKDIR /app
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=built --chown=node:node /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["npm", "start", "--silent"]

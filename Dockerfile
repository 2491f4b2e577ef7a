FROM node:22-alpine AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY spec ./spec
COPY fixtures ./fixtures
COPY scripts ./scripts
COPY src ./src
RUN npm run build

FROM node:22-alpine AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund
# --store needs this peer.
RUN npm install --no-save --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund iovalkey@0.4

FROM node:22-alpine
ENV NODE_ENV=production ANIMAL_STORE_HOST=0.0.0.0 ANIMAL_STORE_PORT=4010
WORKDIR /app
COPY package.json ./
COPY spec ./spec
COPY fixtures ./fixtures
COPY contracts ./contracts
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
EXPOSE 4010
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.ANIMAL_STORE_PORT + '/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/main.cjs"]

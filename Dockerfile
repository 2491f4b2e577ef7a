# The release pins it by its digest.
ARG BASE=node:22-alpine

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY spec ./spec
COPY fixtures ./fixtures
COPY scripts ./scripts
COPY src ./src
RUN npm run build

FROM ${BASE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# --store needs iovalkey. All versions are those of the lock file.
RUN npm pkg set dependencies.iovalkey=0.4 && npm pkg delete devDependencies.iovalkey && npm install --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM ${BASE}
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
# With --tls-cert, it is HTTPS, and the certificate is for another name.
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s CMD ["node", "--no-warnings", "-e", "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; const check = (scheme) => fetch(scheme + '://127.0.0.1:' + process.env.ANIMAL_STORE_PORT + '/health').then(({ ok }) => process.exit(ok ? 0 : 1)); check('http').catch(() => check('https')).catch(() => process.exit(1))"]
ENTRYPOINT ["node", "dist/main.cjs"]

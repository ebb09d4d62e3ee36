# A tag moves: to build from one image for good, name it by its digest (docs/upgrading.md).
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# Without scripts: they only fetch the Node and the PostgreSQL of the tests.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src src
RUN npm run -s build && npm prune --omit=dev --ignore-scripts

FROM ${NODE_IMAGE}
WORKDIR /app
COPY package.json LICENSE NOTICE ./
COPY samples samples
COPY docs docs
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
ENV SIGHTLINE_DATABASE_URL=sqlite:/data/sightline.db SIGHTLINE_HOST=0.0.0.0
# Fewer pools of memory that was freed: see "Memory of the server" in docs/performance.md.
ENV MALLOC_ARENA_MAX=2
EXPOSE 8080
ENTRYPOINT ["node", "dist/main/bin.js"]
CMD ["serve"]

# Its context is the unpacked release, which has everything that the image needs:
#   tar -xzf sightline-0.1.0.tgz && docker build -t sightline package
# A tag moves: to build from one image for good, name it by its digest (docs/install.md).
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE}
WORKDIR /app
COPY node_modules node_modules
COPY samples samples
COPY docs docs
COPY dist dist
COPY bin bin
COPY package.json LICENSE NOTICE ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
ENV SIGHTLINE_DATABASE_URL=sqlite:/data/sightline.db SIGHTLINE_HOST=0.0.0.0
# glibc keeps freed memory in pools; fewer pools use less memory.
ENV MALLOC_ARENA_MAX=2
EXPOSE 8080
ENTRYPOINT ["node", "bin/sightline.cjs"]
CMD ["serve"]

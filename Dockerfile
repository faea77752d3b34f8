# The image that the stores and docker-compose.yml install. Nothing in it is tied to one
# architecture, so `docker build .` makes it for the machine it runs on, and `docker buildx build
# --platform linux/amd64,linux/arm64 .` for both. It needs no BuildKit.

# A release pins it by its digest: see .github/base/Dockerfile.
ARG BASE=node:26-bookworm-slim

FROM $BASE AS build
WORKDIR /build
# The packages first: they change less often than the sources.
COPY package.json package-lock.json ./
COPY scripts/setup.mjs scripts/
RUN node scripts/setup.mjs install
COPY . .
# What the build says of itself, as there is no .git here: see the end of this file.
ARG REVISION=unknown
ARG CREATED=unknown
RUN node scripts/setup.mjs build && node scripts/image/assemble.ts /app

FROM $BASE
COPY --from=build /app /app
COPY scripts/image/floe scripts/image/ask-health /usr/local/bin/
# igloo-server's compose files, which start this image too, check its health with curl and wget: see ask-health.
RUN ln -s ask-health /usr/local/bin/curl && ln -s ask-health /usr/local/bin/wget
# A volume created here gets the owner and mode of this folder.
RUN install -d -m 0700 -o 1000 -g 1000 /data
ENV NODE_ENV=production HOST_NAME=0.0.0.0 DATA_DIR=/data
VOLUME /data
WORKDIR /data
EXPOSE 8002
USER 1000:1000
STOPSIGNAL SIGTERM
# Docker 25 and newer ask every 5 s during the start period, without being told: older ones refuse --start-interval,
# and ask first after 30 s. The question is cheap (ask-health, under the name of curl); what is wrong, `floe
# healthcheck` says.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD curl -fs "http://127.0.0.1:${HOST_PORT:-8002}/api/health" || exec floe healthcheck
# No entry point: a command is given in full, `floe restore FILE`, as with `docker exec`.
ENTRYPOINT []
CMD ["floe", "serve"]

ARG VERSION=0.2.0
# docker build --build-arg REVISION=$(git rev-parse HEAD) --build-arg CREATED=$(git log -1 --format=%cI) .
ARG REVISION=unknown
ARG CREATED=unknown
LABEL org.opencontainers.image.title="Floe" \
      org.opencontainers.image.description="Holds one share of a threshold-split nostr key and co-signs for it, day and night" \
      org.opencontainers.image.source="https://github.com/floe-signer/floe" \
      org.opencontainers.image.documentation="https://github.com/floe-signer/floe/blob/main/docs/operate.md" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.base.name="docker.io/library/node:26-bookworm-slim" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.created="$CREATED"

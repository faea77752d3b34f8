# A genuine @frostr/bifrost node for the container tests. Built from the root of the repository.
FROM node:26-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json ./
# The node is among what only development needs. Nothing of it is compiled, and another Node.js is not
# needed: this image has one.
RUN npm ci --omit=optional --ignore-scripts --no-audit --no-fund
COPY tests/support/genuine-node.mjs tests/support/genuine-node-server.mjs ./
USER 1000:1000
EXPOSE 7780
CMD ["node", "genuine-node-server.mjs"]
